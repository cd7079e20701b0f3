// @ts-check
"use strict";

// {{thing_comment}}: it runs along the ground, so jump over it.
// Touching it is a "{{touch}}", letting it pass is a "{{pass}}".
{
  // Numbers to play with: how big, how many seconds until the next one, how fast.
  const size = {{size}};
  const pause = {{every}};
  const speed = {{speed}};

  /** Each {{thing_comment}} that is on the field now. @type {Sprite[]} */
  let crowd = [];
  let wait = 0;

  // A new one comes from the left or from the right.
  const begin = () => {
    const {{thing_id}} = new Sprite({{thing_picture}}, {{thing_word}}, "{{role}}", size);
    {{thing_id}}.worth = {{worth}};
    const fromLeft = game.random(0, 1) < 0.5;
    {{thing_id}}.x = fromLeft ? -{{thing_id}}.size : game.width + {{thing_id}}.size;
    {{thing_id}}.y = game.ground - {{thing_id}}.size / 2 + 4;
    {{thing_id}}.speedX = fromLeft ? speed : -speed;
    {{thing_id}}.element.classList.toggle("left", !fromLeft);
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
      {{thing_id}}.x += {{thing_id}}.speedX * game.speed * seconds;
      const touched = game.hero?.touches({{thing_id}});
      if (touched) game.happen("{{touch}}", {{thing_id}});
      const gone = {{thing_id}}.x < -2 * {{thing_id}}.size || {{thing_id}}.x > game.width + 2 * {{thing_id}}.size;
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
