// What can happen when something happened: a sound, words, paper snow, a colour, a shake.
"use strict";

tool.effects = {
  count(name) {
    const body = document.body;
    body.setAttribute(`data-${name}`, String(Number(body.getAttribute(`data-${name}`) || 0) + 1));
  },

  // Two or three notes from the computer itself; without a loudspeaker nothing breaks.
  sound(notes = [660, 880]) {
    tool.effects.count("sounds");
    const Audio = window.AudioContext;
    if (!Audio || !(tool.audio || navigator.userActivation?.isActive)) return;
    tool.audio = tool.audio || new Audio();
    notes.forEach((pitch, place) => {
      const tone = tool.audio.createOscillator();
      const loud = tool.audio.createGain();
      const at = tool.audio.currentTime + place * 0.16;
      tone.frequency.value = pitch;
      tone.type = "triangle";
      loud.gain.setValueAtTime(0.0001, at);
      loud.gain.exponentialRampToValueAtTime(0.25, at + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.3);
      tone.connect(loud).connect(tool.audio.destination);
      tone.start(at);
      tone.stop(at + 0.32);
    });
  },

  say(words) {
    const board = document.getElementById("shout");
    board.textContent = words;
    board.hidden = false;
    clearTimeout(tool.shouting);
    tool.shouting = setTimeout(() => { board.hidden = true; }, 4000);
  },

  confetti() {
    tool.effects.count("cheers");
    if (tool.calm()) return;
    const snow = tool.el("div", { class: "snow", "aria-hidden": "true" });
    for (let place = 0; place < 40; place += 1) {
      const bit = tool.el("i", {});
      bit.style.cssText = `left:${(place * 37) % 100}%;animation-delay:${(place % 10) * 60}ms;--turn:${place * 40}deg;--hue:${(place * 47) % 360}`;
      snow.append(bit);
    }
    document.body.append(snow);
    setTimeout(() => snow.remove(), 3000);
  },

  colour(name, value) {
    document.body.style.setProperty("--flash", value);
    document.body.dataset.flash = name;
    setTimeout(() => { delete document.body.dataset.flash; }, 4000);
  },

  shake() {
    tool.effects.count("shakes");
    const main = document.querySelector("main");
    main.classList.remove("shaking");
    void main.offsetWidth;
    main.classList.add("shaking");
  },
};
