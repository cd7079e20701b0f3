// @ts-check
"use strict";

// {{thing_comment}}: it falls from the sky.
// Touching it is a "{{touch}}", letting it pass is a "{{pass}}".
{
  // Numbers to play with: how big, how many seconds until the next one, how fast.
  const size = {{size}};
  const every = {{every}};
  const speed = {{speed}};
  // Where it can come from: 0 is the left edge, 1 the right one.
  const left = {{from_left}};
  const right = {{to_right}};

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

    // A new one starts above the picture, anywhere from left to right.
    begin({{thing_id}}) {
      {{thing_id}}.x = game.random(game.width * left + size, game.width * right - size);
      {{thing_id}}.y = -size;
      {{thing_id}}.tilt = game.random(-14, 14);
      {{thing_id}}.element.classList.add("falling");
    },

    // It falls a little. On the ground it is gone.
    move({{thing_id}}, step) {
      {{thing_id}}.y += speed * step;
      return {{thing_id}}.y > game.ground + size * 0.3;
    },
  });
}
