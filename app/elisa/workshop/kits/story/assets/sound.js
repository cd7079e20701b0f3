"use strict";
{
  // Small sounds made by code: off until the reader turns them on, and the choice is kept.
  const button = document.querySelector("[data-do=sound]");
  const name = `${location.pathname} sound`;
  let audio = null;
  const kept = () => {
    try {
      return localStorage.getItem(name) === "on";
    } catch {
      return false;
    }
  };
  let on = kept();
  const show = () => {
    button.setAttribute("aria-pressed", String(on));
    button.querySelector(".waves").style.opacity = on ? "1" : "0";
  };
  const tone = (pitch, start) => {
    const voice = audio.createOscillator();
    const quiet = audio.createGain();
    const at = audio.currentTime + start;
    voice.type = "triangle";
    voice.frequency.value = pitch;
    quiet.gain.setValueAtTime(0.09, at);
    quiet.gain.exponentialRampToValueAtTime(0.001, at + 0.35);
    voice.connect(quiet).connect(audio.destination);
    voice.start(at);
    voice.stop(at + 0.4);
  };
  const play = (what, pitches) => {
    if (!on) return;
    audio ??= new AudioContext();
    pitches.forEach((pitch, place) => tone(pitch, place * 0.12));
    document.body.dataset.lastSound = what;
  };
  button.addEventListener("click", () => {
    on = !on;
    try {
      localStorage.setItem(name, on ? "on" : "off");
    } catch {
      document.body.dataset.kept = "no";
    }
    show();
    play("on", [523]);
  });
  book.on("chosen", (choice) => play(choice.gives ? "found" : "page", choice.gives ? [523, 659, 784] : [440, 494]));
  book.on("opened", (page) => {
    if (book.pages[page].ending) play("ending", [523, 659, 784, 1047]);
  });
  show();
}
