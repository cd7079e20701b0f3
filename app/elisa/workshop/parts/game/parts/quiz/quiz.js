// @ts-check
"use strict";

// The quiz asks one question after the other and says at once whether the answer was right.
{
  /** @type {HTMLElement | null} */
  const card = document.querySelector(".quiz");
  const asked = card?.querySelector('[data-role="question"]');
  const list = card?.querySelector(".answers");
  /** @type {HTMLElement | null | undefined} */
  const comment = card?.querySelector(".comment");
  /** @type {HTMLElement | null} */
  const progress = document.querySelector('[data-show="progress"]');
  let place = 0;
  let right = 0;
  let waiting = false;
  let nextAt = 0;

  const showProgress = () => {
    if (!progress) return;
    progress.dataset.value = String(place);
    const words = progress.querySelector("b");
    if (words) words.textContent = `${Math.min(place + 1, questions.length)} / ${questions.length}`;
    progress.style.setProperty("--done", String(place / questions.length));
  };

  /**
   * A button for one answer. The number on it is the key that chooses it.
   * @param {string} words
   * @param {number} number
   */
  const answerButton = (words, number) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.role = "answer";
    button.dataset.number = String(number + 1);
    const key = document.createElement("kbd");
    key.textContent = String(number + 1);
    button.append(key, words);
    button.addEventListener("click", () => choose(number));
    return button;
  };

  const ask = () => {
    if (!asked || !list || !comment || !card) return;
    const { question, answers } = questions[place];
    asked.textContent = question;
    list.replaceChildren(...answers.map(answerButton));
    comment.textContent = "";
    delete card.dataset.feedback;
    waiting = false;
    showProgress();
    game.say(question);
  };

  /** @param {number} number */
  const choose = (number) => {
    const answers = list?.querySelectorAll("button") ?? [];
    if (waiting || game.state !== "playing" || !answers[number] || !comment || !card) return;
    waiting = true;
    const good = number === questions[place].right;
    if (good) right += 1;
    answers[questions[place].right].classList.add("right");
    if (!good) answers[number].classList.add("wrong");
    card.dataset.feedback = good ? "right" : "wrong";
    comment.textContent = good ? {{right_words}} : {{wrong_words}}.replace("{answer}", questions[place].answers[questions[place].right]);
    game.say(comment.textContent ?? "");
    game.happen("answer");
    game.happen(good ? "right" : "wrong");
    nextAt = game.seconds + {{look_seconds}};
  };

  // The next question, or the end. A pause holds it back.
  const next = () => {
    waiting = false;
    place += 1;
    if (place < questions.length) ask();
    else if (right >= {{pass}}) game.win();
    else game.lose();
  };

  game.on("start", () => {
    place = 0;
    right = 0;
    ask();
    if (card) card.hidden = false;
  });
  game.on("step", () => {
    if (waiting && game.seconds >= nextAt) next();
  });
  for (const end of ["over", "won"]) {
    game.on(end, () => {
      if (card) card.hidden = true;
    });
  }
  addEventListener("keydown", (event) => {
    if (event.repeat || !/^[1-9]$/.test(event.key)) return;
    choose(Number(event.key) - 1);
  });
}
