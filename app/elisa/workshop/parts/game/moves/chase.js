// @ts-check
"use strict";

// {{thing_comment}}: it comes after the hero and gives up after a while.
// Touching it is a "{{touch}}", letting it pass is a "{{pass}}".
{
  // Numbers to play with: how big, how many seconds until the next one, how fast.
  const size = {{size}};
  const every = {{every}};
  const speed = {{speed}};

  new Crowd({
    picture: {{thing_picture}},
    word: {{thing_word}},
    role: "{{role}}",
    worth: {{worth}},
    first: {{first}},
    size,
    every,
    touch: "{{touch}}",
    pass: "{{pass}}",

    // A new one starts above the picture.
    begin({{thing_id}}) {
      {{thing_id}}.x = game.random(size, game.width - size);
      {{thing_id}}.y = -size;
      {{thing_id}}.leavesAt = game.seconds + 7;
    },

    // It goes towards the hero.
    move({{thing_id}}, step) {
      const wayX = (game.hero?.x ?? 0) - {{thing_id}}.x;
      const wayY = (game.hero?.y ?? 0) - {{thing_id}}.y;
      const far = Math.max(Math.hypot(wayX, wayY), 1);
      {{thing_id}}.x += (wayX / far) * speed * step;
      {{thing_id}}.y += (wayY / far) * speed * step;
      {{thing_id}}.element.classList.toggle("left", wayX < 0);
      return game.seconds > {{thing_id}}.leavesAt;
    },
  });
}
