"use strict";
setTimeout(() => { throw new Error("in a timer"); }, 50);
document.body.insertAdjacentHTML("beforeend", "<p id=trouble>trouble</p>");
