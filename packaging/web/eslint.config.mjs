// @ts-check
// The rules for our own JavaScript; run from the top folder by packaging/check_javascript.py.
import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["blockly_assets/fetched/**", "**/node_modules/**", "dist/**"] },
  js.configs.recommended,
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "script", globals: { ...globals.browser } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", 12],
      curly: ["error", "multi-line"],
      eqeqeq: ["error", "always"],
      "max-depth": ["error", 4],
      "max-lines": ["error", 500],
      "max-lines-per-function": ["error", { max: 50, IIFEs: false }],
      "no-console": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-shadow": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
