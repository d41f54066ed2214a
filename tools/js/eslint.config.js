// The lint rules for the scripts of the pages: `make js`.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: true },
    rules: {
      "max-lines": ["error", 300],
      "no-shadow": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "consistent-return": "error",
      "no-implied-eval": "error",
      "no-console": "error",
    },
  },
];
