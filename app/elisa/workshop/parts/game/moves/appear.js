// @ts-check
"use strict";

// {{thing_comment}}: it appears somewhere and waits to be touched.
// Touching it is a "{{touch}}", letting it pass is a "{{pass}}".
{
  // Numbers to play with: how big, how many seconds until the next one.
  const size = {{size}};
  const pause = {{every}};

  /** Each {{thing_comment}} that is on the field now. @type {Sprite[]} */
  let crowd = [];
  let wait = 0;

  // A new one appears where the hero is not.
  const begin = () => {
    const {{thing_id}} = new Sprite({{thing_picture}}, {{thing_word}}, "{{role}}", size);
    {{thing_id}}.worth = {{worth}};
    do {
      {{thing_id}}.x = game.random({{thing_id}}.size, game.width - {{thing_id}}.size);
      {{thing_id}}.y = game.random(game.height * 0.3, game.ground - {{thing_id}}.size / 2);
    } while (game.hero?.touches({{thing_id}}));
    {{thing_id}}.leavesAt = game.seconds + 5;
    {{thing_id}}.draw();
    crowd.push({{thing_id}});
  };

  const step = (/** @type {number} */ seconds) => {
    if (game.seconds < game.frozenUntil) return;
    wait -= seconds * game.speed;
    if (wait <= 0) {
      begin();
      wait = game.random(pause * 0.7, pause * 1.3);
    }
    for (const {{thing_id}} of crowd) {
      {{thing_id}}.tilt = Math.sin(game.seconds * 4) * 6;
      const touched = game.hero?.touches({{thing_id}});
      if (touched) game.happen("{{touch}}", {{thing_id}});
      const gone = game.seconds > {{thing_id}}.leavesAt;
      if (gone && !touched) game.happen("{{pass}}", {{thing_id}});
      if (touched || gone) {{thing_id}}.remove();
    }
    crowd = crowd.filter((one) => Sprite.all.has(one));
  };

  const clear = () => {
    for (const {{thing_id}} of crowd) {{thing_id}}.remove();
    crowd = [];
    wait = {{first}};
  };

  game.on("start", clear);
  game.on("more", begin);
  game.on("step", step);
}
