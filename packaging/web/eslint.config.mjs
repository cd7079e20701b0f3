// @ts-check
// The rules for our own JavaScript; run from the top folder by packaging/check_javascript.py.
import js from "@eslint/js";
import globals from "globals";

export default [
  // Parts of the workshop have {{places}} in them; packaging/sample_parts.py fills them for this check.
  // Sites under tests are nuggets of children and strangers, made to be wrong.
  {
    ignores: [
      "blockly_assets/fetched/**",
      "app/elisa/workshop/parts/**",
      "tests/web/sites/**",
      "**/node_modules/**",
      "dist/**",
    ],
  },
  js.configs.recommended,
  {
    files: ["**/*.js"],
    languageOptions: {
      ecmaVersion: 2022,
      sourceType: "script",
      globals: { ...globals.browser },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", 15],
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
  // The scripts of a game talk to each other over a few names that they share.
  {
    files: ["packaging/web/.sample-parts/*.js", "app/elisa/workshop/proofs/*.js"],
    languageOptions: {
      globals: {
        game: "writable",
        Crowd: "writable",
        Sprite: "writable",
        Stage: "writable",
        questions: "writable",
        answers: "readonly",
        check: "readonly",
      },
    },
    rules: {
      "no-redeclare": ["error", { builtinGlobals: false }],
      "no-unused-vars": ["error", { vars: "local", argsIgnorePattern: "^_" }],
    },
  },
  // The scripts of a website or a story share one name each.
  {
    files: ["app/elisa/workshop/kits/**/*.js"],
    languageOptions: { globals: { site: "writable", book: "writable" } },
    rules: {
      "no-redeclare": ["error", { builtinGlobals: false }],
      "no-unused-vars": ["error", { vars: "local", argsIgnorePattern: "^_" }],
    },
  },
  // Pages of the window are modules over Blockly and Qt's channel.
  {
    files: ["blockly_assets/host.js", "blockly_assets/editor/*.js"],
    languageOptions: { sourceType: "module", globals: { Blockly: "readonly", QWebChannel: "readonly", qt: "readonly" } },
  },
  // A page under test is untrusted and has no bridge: its console is the one way out.
  { files: ["app/elisa/ui/web/children/*.js"], rules: { "no-console": "off" } },
];
