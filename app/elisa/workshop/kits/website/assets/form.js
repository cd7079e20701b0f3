"use strict";
// A message is looked over, thanked for, and kept on this computer; nothing is sent anywhere.
for (const form of site.all("form[data-do=send]")) {
  const list = form.parentElement.querySelector("[data-show=messages]");
  const thanks = form.querySelector(".thanks");
  const fields = site.all("input, textarea", form);
  let messages = site.kept(form.id, []);

  const show = () => {
    list.dataset.value = String(messages.length);
    list.replaceChildren(
      ...messages.map((message, place) => {
        const entry = document.createElement("li");
        const who = document.createElement("strong");
        const what = document.createElement("p");
        const away = document.createElement("button");
        who.textContent = [message.name, message.age, message.town, message.favourite].filter(Boolean).join(", ");
        what.textContent = message.message;
        away.type = "button";
        away.className = "round";
        away.textContent = "✕";
        away.setAttribute("aria-label", list.dataset.delete.replace("{name}", message.name));
        away.addEventListener("click", () => {
          messages = messages.filter((_, other) => other !== place);
          site.keep(form.id, messages);
          show();
        });
        entry.append(who, what, away);
        return entry;
      }),
    );
  };

  const wrong = (field) => {
    const error = document.getElementById(`${field.id}-error`);
    const empty = error !== null && field.value.trim() === "";
    if (error) error.hidden = !empty;
    field.setAttribute("aria-invalid", String(empty));
    return empty;
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const bad = fields.filter(wrong);
    thanks.hidden = bad.length > 0;
    if (bad.length) {
      bad[0].focus();
      return;
    }
    const message = Object.fromEntries(fields.map((field) => [field.name, field.value.trim()]));
    messages = [message, ...messages].slice(0, 50);
    site.keep(form.id, messages);
    thanks.textContent = thanks.dataset.words.replace("{name}", message.name);
    form.reset();
    show();
    document.dispatchEvent(new CustomEvent("sent"));
  });
  show();
}
