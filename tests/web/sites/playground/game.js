"use strict";
{
  const show = (selector, words) => { document.querySelector(selector).textContent = words; };
  let sum = 0;
  document.querySelector("#add").addEventListener("click", (event) => {
    sum += event.isTrusted ? 1 : 100;
    show("#sum", `${sum}`);
  });
  const keys = [];
  for (const kind of ["keydown", "keyup"]) {
    addEventListener(kind, (event) => {
      keys.push(`${kind === "keydown" ? "+" : "-"}${kind === "keydown" && event.shiftKey ? "^" : ""}${event.key}${event.isTrusted ? "" : "?"}`);
      show("#keys", keys.join(" "));
    });
  }
  document.querySelector("#far").addEventListener("click", () => { location.href = "second.html"; });
  addEventListener("wheel", () => undefined);
}
