// @ts-check
"use strict";

// {{thing_comment}}: it runs along the ground, so jump over it.
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

    // A new one comes from the left or from the right.
    begin({{thing_id}}) {
      const fromLeft = game.random(0, 1) < 0.5;
      {{thing_id}}.x = fromLeft ? -size : game.width + size;
      {{thing_id}}.y = game.ground - size / 2 + 4;
      {{thing_id}}.speedX = fromLeft ? speed : -speed;
      {{thing_id}}.element.classList.toggle("left", !fromLeft);
    },

    // It goes on. Behind the edge it is gone.
    move({{thing_id}}, step) {
      {{thing_id}}.x += {{thing_id}}.speedX * step;
      return {{thing_id}}.x < -2 * size || {{thing_id}}.x > game.width + 2 * size;
    },
  });
}
