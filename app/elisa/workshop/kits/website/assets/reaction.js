"use strict";
{
  // When this, then that: each rule says in its marks what starts it and what it does.
  const rule = document.querySelector('[data-section=reaction][data-rule="{{rule}}"]');
  const actor = rule.querySelector(".actor");
  let fired = 0;

  const party = () => {
    const colours = ["#f2705b", "#ffc93c", "#4fb55c", "#5b8def", "#ec6fa9"];
    for (let bit = 0; bit < 40; bit += 1) {
      const piece = document.createElement("i");
      piece.dataset.bit = "";
      piece.style.left = `${(bit * 37) % 100}%`;
      piece.style.background = colours[bit % colours.length];
      piece.style.animationDelay = `${(bit % 8) * 60}ms`;
      document.body.append(piece);
      setTimeout(() => piece.remove(), 2600);
    }
  };
  const beep = () => {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const quiet = audio.createGain();
    tone.frequency.value = 660;
    quiet.gain.setValueAtTime(0.12, audio.currentTime);
    quiet.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
    tone.connect(quiet).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.4);
    document.body.dataset.lastSound = "beep";
  };
  const move = (how) => {
    actor.dataset.moves = how;
    setTimeout(() => actor.removeAttribute("data-moves"), 1500);
  };
  const count = () => {
    const number = rule.querySelector("[data-show=count]");
    number.dataset.value = String(fired);
    number.textContent = String(fired);
  };
  const say = () => {
    const words = rule.querySelector("[data-say]");
    words.hidden = false;
    site.say(words.textContent);
  };
  const dark = () => {
    const page = document.documentElement;
    page.dataset.light = page.dataset.light === "night" ? "day" : "night";
  };
  const colour = () => {
    document.documentElement.style.setProperty("--paper", rule.dataset.paper);
    document.documentElement.style.setProperty("--ink", "#1b1030");
    document.documentElement.dataset.colour = rule.dataset.colour;
  };
  const appear = () => {
    actor.hidden = false;
    site.say(actor.alt);
  };
  const fact = () => document.querySelector("[data-section=facts]").dispatchEvent(new CustomEvent("another"));
  const deeds = { confetti: party, sound: beep, say, dark, count, colour, fact, show: appear };

  const happen = () => {
    fired += 1;
    rule.dataset.fired = String(fired);
    const does = rule.dataset.does;
    (deeds[does] ?? (() => move(does)))();
  };

  const starts = {
    clicked: () => rule.querySelector("[data-do=react]").addEventListener("click", happen),
    pressed: () =>
      document.addEventListener("keydown", (event) => {
        const writing = event.target instanceof Element && event.target.matches("input, textarea");
        const key = event.key === " " ? "space" : event.key.toLowerCase();
        if (!writing && key === rule.dataset.key) happen();
      }),
    every: () => setInterval(happen, Number(rule.dataset.seconds) * 1000),
    opened: happen,
    sent: () => document.addEventListener("sent", happen),
    liked: () => document.addEventListener("liked", happen),
  };
  starts[rule.dataset.on]();
}
