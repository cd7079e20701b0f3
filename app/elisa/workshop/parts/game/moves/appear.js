// @ts-check
"use strict";

// {{thing_comment}}: it appears somewhere and waits to be touched.
// Touching it is a "{{touch}}", letting it pass is a "{{pass}}".
{
  // Numbers to play with: how big, how many seconds until the next one.
  const size = {{size}};
  const every = {{every}};

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

    // A new one appears where the hero is not.
    begin({{thing_id}}) {
      do {
        {{thing_id}}.x = game.random(size, game.width - size);
        {{thing_id}}.y = game.random(game.height * 0.3, game.ground - size / 2);
      } while (game.hero?.touches({{thing_id}}));
      {{thing_id}}.leavesAt = game.seconds + 5;
    },

    // It sways until it has waited long enough.
    move({{thing_id}}) {
      {{thing_id}}.tilt = Math.sin(game.seconds * 4) * 6;
      return game.seconds > {{thing_id}}.leavesAt;
    },
  });
}
