// @ts-check
"use strict";

// The questions. "right" says which answer is right: 0 is the first one.
/** @type {{question: string, answers: string[], right: number}[]} */
const questions = {{questions}};
