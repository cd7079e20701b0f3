"use strict";
// What all parts of the page share: keeping things on this computer, and saying news to people who listen.
const site = {
  /** Keeps a value for the next visit; a browser that forbids it just forgets. */
  keep(name, value) {
    try {
      localStorage.setItem(`${location.pathname} ${name}`, JSON.stringify(value));
    } catch {
      site.say("");
    }
  },

  /** Returns what was kept, or `instead`. */
  kept(name, instead) {
    try {
      const found = localStorage.getItem(`${location.pathname} ${name}`);
      return found === null ? instead : JSON.parse(found);
    } catch {
      return instead;
    }
  },

  /** Says something to people who cannot see it happen. */
  say(words) {
    document.querySelector("#news").textContent = words;
  },

  /** All elements that a selector finds, as a list. */
  all: (selector, inside = document) => [...inside.querySelectorAll(selector)],
};
