"use strict";
// Days, hours, minutes and seconds until a day; without a year it is the next one that comes.
for (const countdown of site.all("[data-section=countdown]")) {
  const clock = countdown.querySelector(".clock");
  const words = countdown.querySelector("[data-show=state]");
  const { month, day, year } = clock.dataset;
  const sizes = { days: 86400, hours: 3600, minutes: 60, seconds: 1 };
  const target = (now) => {
    const wanted = new Date(Number(year) || now.getFullYear(), Number(month) - 1, Number(day));
    const ended = new Date(wanted.getFullYear(), wanted.getMonth(), wanted.getDate() + 1);
    return !Number(year) && ended <= now ? new Date(now.getFullYear() + 1, Number(month) - 1, Number(day)) : wanted;
  };
  const show = () => {
    const now = new Date();
    const left = Math.ceil((target(now).getTime() - now.getTime()) / 1000);
    const state = left > 0 ? "until" : left > -86400 ? "today" : "over";
    let rest = Math.max(left, 0);
    clock.dataset.value = String(rest);
    for (const [name, size] of Object.entries(sizes)) {
      const part = Math.floor(rest / size);
      clock.querySelector(`[data-show=${name}]`).textContent = String(part);
      rest -= part * size;
    }
    words.textContent = words.dataset[state];
    words.dataset.state = state;
  };
  show();
  setInterval(show, 1000);
}
