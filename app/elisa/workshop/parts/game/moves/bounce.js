// @ts-check
"use strict";

// {{thing_comment}}: it bounces from wall to wall.
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

    // A new one starts in the upper part and flies off to one side.
    begin({{thing_id}}) {
      {{thing_id}}.x = game.random(size, game.width - size);
      {{thing_id}}.y = -size;
      {{thing_id}}.speedX = game.random(0, 1) < 0.5 ? speed : -speed;
      {{thing_id}}.speedY = speed;
      {{thing_id}}.leavesAt = game.seconds + 9;
    },

    // It flies on, and back from each wall.
    move({{thing_id}}, step) {
      const half = size / 2;
      {{thing_id}}.x += {{thing_id}}.speedX * step;
      {{thing_id}}.y += {{thing_id}}.speedY * step;
      if ({{thing_id}}.x < half) {{thing_id}}.speedX = speed;
      if ({{thing_id}}.x > game.width - half) {{thing_id}}.speedX = -speed;
      if ({{thing_id}}.y < half + 60) {{thing_id}}.speedY = speed;
      if ({{thing_id}}.y > game.ground - half) {{thing_id}}.speedY = -speed;
      return game.seconds > {{thing_id}}.leavesAt;
    },
  });
}
