// @ts-check
"use strict";

// {{thing_comment}}: it falls from the sky.
// Touching it is a "{{touch}}", letting it pass is a "{{pass}}".
{
  // Numbers to play with: how big, how many seconds until the next one, how fast.
  const size = {{size}};
  const pause = {{every}};
  const speed = {{speed}};
  // Where it can come from: 0 is the left edge, 1 the right one.
  const left = {{from_left}};
  const right = {{to_right}};

  /** Each {{thing_comment}} that is on the field now. @type {Sprite[]} */
  let crowd = [];
  let wait = 0;

  // A new one starts above the picture, anywhere from left to right.
  const begin = () => {
    const {{thing_id}} = new Sprite({{thing_picture}}, {{thing_word}}, "{{role}}", size);
    {{thing_id}}.worth = {{worth}};
    {{thing_id}}.x = game.random(game.width * left + size, game.width * right - size);
    {{thing_id}}.y = -{{thing_id}}.size;
    {{thing_id}}.tilt = game.random(-14, 14);
    {{thing_id}}.element.classList.add("falling");
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
      {{thing_id}}.y += speed * game.speed * seconds;
      const touched = game.hero?.touches({{thing_id}});
      if (touched) game.happen("{{touch}}", {{thing_id}});
      const gone = {{thing_id}}.y > game.ground + {{thing_id}}.size * 0.3;
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
