"use strict";
// A poll: one vote for each visitor of this computer, to be changed at any time; the bars show the share.
for (const poll of site.all("[data-section=poll]")) {
  const choices = site.all("[data-do=vote]", poll);
  const votes = site.kept(`${poll.id} votes`, {});
  let mine = site.kept(`${poll.id} mine`, "");
  const show = () => {
    const all = choices.reduce((sum, one) => sum + (votes[one.value] ?? 0), 0);
    for (const one of choices) {
      const count = votes[one.value] ?? 0;
      one.dataset.value = String(count);
      one.setAttribute("aria-pressed", String(one.value === mine));
      one.querySelector("i").style.width = all ? `${(100 * count) / all}%` : "0";
      one.querySelector("[data-show=votes]").textContent = poll.dataset.words.replace("{n}", String(count));
    }
  };
  for (const one of choices) {
    one.addEventListener("click", () => {
      if (mine) votes[mine] = Math.max((votes[mine] ?? 0) - 1, 0);
      mine = mine === one.value ? "" : one.value;
      if (mine) votes[mine] = (votes[mine] ?? 0) + 1;
      site.keep(`${poll.id} votes`, votes);
      site.keep(`${poll.id} mine`, mine);
      show();
    });
  }
  show();
}
