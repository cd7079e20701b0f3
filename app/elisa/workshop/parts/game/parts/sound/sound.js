// @ts-check
"use strict";

// Sounds, made of tones: no sound file is needed. The button turns them off.
{
  /** The tones of each event: how high, one after the other. @type {Record<string, number[]>} */
  const tunes = {
    start: [392, 523, 659],
    catch: [660, 880],
    dodge: [520],
    hit: [220, 150],
    miss: [240],
    jump: [330, 440],
    right: [523, 659, 784],
    wrong: [233, 196],
    level: [523, 659, 784, 1047],
    over: [392, 330, 262],
    won: [523, 659, 784, 1047, 784, 1047],
  };
  const button = document.querySelector('[data-do="sound"]');
  const name = `sound: ${document.title}`;
  let on = true;
  /** @type {AudioContext | null} */
  let speaker = null;

  // Some computers do not allow pages to keep things. Then sound is on at each start.
  const keep = () => {
    try {
      localStorage.setItem(name, on ? "on" : "off");
    } catch {
      return;
    }
  };
  const recall = () => {
    try {
      on = localStorage.getItem(name) !== "off";
    } catch {
      on = true;
    }
  };

  // A page may only make sounds after the player has pressed something.
  const wake = () => {
    if (speaker || !navigator.userActivation?.isActive) return;
    speaker = new AudioContext();
  };

  /** @param {string} tune */
  const play = (tune) => {
    if (!on) return;
    document.body.dataset.lastSound = tune;
    if (!speaker) return;
    let at = speaker.currentTime;
    for (const height of tunes[tune]) {
      const tone = speaker.createOscillator();
      const volume = speaker.createGain();
      tone.type = {{wave}};
      tone.frequency.value = height;
      volume.gain.setValueAtTime({{volume}}, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.14);
      tone.connect(volume).connect(speaker.destination);
      tone.start(at);
      tone.stop(at + 0.15);
      at += 0.08;
    }
  };

  const show = () => {
    button?.setAttribute("aria-pressed", String(on));
    button?.setAttribute("aria-label", on ? {{sound_on_js}} : {{sound_off}});
  };

  recall();
  show();
  button?.addEventListener("click", () => {
    on = !on;
    keep();
    show();
  });
  addEventListener("keydown", wake);
  addEventListener("pointerup", wake);
  for (const tune of Object.keys(tunes)) game.on(tune, () => play(tune));
  game.on("sound", play);
}
