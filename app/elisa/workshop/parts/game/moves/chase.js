// @ts-check
"use strict";

// {{thing_comment}}: it comes after the hero and gives up after a while.
// Touching it is a "{{touch}}", letting it pass is a "{{pass}}".
{
  // Numbers to play with: how big, how many seconds until the next one, how fast.
  const size = {{size}};
  const pause = {{every}};
  const speed = {{speed}};

  /** Each {{thing_comment}} that is on the field now. @type {Sprite[]} */
  let crowd = [];
  let wait = 0;

  // A new one starts above the picture.
  const begin = () => {
    const {{thing_id}} = new Sprite({{thing_picture}}, {{thing_word}}, "{{role}}", size);
    {{thing_id}}.worth = {{worth}};
    {{thing_id}}.x = game.random({{thing_id}}.size, game.width - {{thing_id}}.size);
    {{thing_id}}.y = -{{thing_id}}.size;
    {{thing_id}}.leavesAt = game.seconds + 7;
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
      const wayX = (game.hero?.x ?? 0) - {{thing_id}}.x;
      const wayY = (game.hero?.y ?? 0) - {{thing_id}}.y;
      const far = Math.max(Math.hypot(wayX, wayY), 1);
      {{thing_id}}.x += (wayX / far) * speed * game.speed * seconds;
      {{thing_id}}.y += (wayY / far) * speed * game.speed * seconds;
      {{thing_id}}.element.classList.toggle("left", wayX < 0);
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
