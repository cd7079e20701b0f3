"use strict";
// A quiz: the chosen answer is marked at once, the right one is named, right answers are counted.
for (const quiz of site.all("[data-section=quiz]")) {
  const chip = quiz.querySelector("[data-show=score]");
  const questions = site.all("[data-role=question]", quiz);
  let right = 0;
  const count = () => {
    chip.textContent = chip.dataset.words.replace("{n}", String(right)).replace("{all}", String(questions.length));
    chip.dataset.value = String(right);
  };
  for (const question of questions) {
    const feedback = question.querySelector(".feedback");
    const answers = site.all(".answer", question);
    const answer = (button) => {
      const good = button.dataset.right === "yes";
      button.dataset.mark = good ? "right" : "wrong";
      const best = answers.find((one) => one.dataset.right === "yes");
      best.dataset.mark = "right";
      feedback.textContent = good ? feedback.dataset.right : feedback.dataset.wrong.replace("{answer}", best.textContent);
      feedback.dataset.feedback = good ? "right" : "wrong";
      for (const one of answers) one.disabled = true;
      right += good ? 1 : 0;
      count();
    };
    for (const button of answers) button.addEventListener("click", () => answer(button));
  }
  count();
}
