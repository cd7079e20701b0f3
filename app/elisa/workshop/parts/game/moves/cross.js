// @ts-check
"use strict";

// {{thing_comment}}: it crosses the picture from one side to the other.
// Touching it is a "{{touch}}", letting it pass is a "{{pass}}".
{
  // Numbers to play with: how big, how many seconds until the next one, how fast.
  const size = {{size}};
  const every = {{every}};
  const speed = {{speed}};
  // Where it can be: 0 is the upper edge, 1 the lower one.
  const high = {{from_high}};
  const low = {{to_low}};

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

    // A new one starts at the left or at the right.
    begin({{thing_id}}) {
      const fromLeft = game.random(0, 1) < 0.5;
      {{thing_id}}.x = fromLeft ? -size : game.width + size;
      {{thing_id}}.y = game.random(game.height * high, game.height * low);
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
