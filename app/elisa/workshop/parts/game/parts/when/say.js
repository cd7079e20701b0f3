// @ts-check
"use strict";

// {{rule_comment}}: the words are shown for a moment.
{
  const bubble = document.createElement("p");
  bubble.className = "bubble";
  bubble.hidden = true;
  document.getElementById("stage")?.append(bubble);
  let hideAt = 0;

  game.on({{event}}, () => {
    bubble.textContent = {{words}};
    bubble.hidden = false;
    hideAt = game.seconds + 2;
    game.say({{words}});
  });
  game.on("step", () => {
    if (game.seconds >= hideAt) bubble.hidden = true;
  });
  game.on("start", () => {
    hideAt = 0;
  });
}
