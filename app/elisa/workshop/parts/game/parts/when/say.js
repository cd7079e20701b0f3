// @ts-check
"use strict";

// {{rule_comment}}: words are shown for two seconds.
{
  const bubble = document.createElement("p");
  bubble.className = "bubble";
  bubble.dataset.say = "";
  bubble.hidden = true;
  document.getElementById("stage")?.append(bubble);

  const hide = () => (bubble.hidden = true);
  const speak = () => {
    bubble.textContent = {{words}};
    bubble.hidden = false;
    game.say({{words}});
    setTimeout(hide, 2000);
  };

  game.on({{event}}, speak);
}
