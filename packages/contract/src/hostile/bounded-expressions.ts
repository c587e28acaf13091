/**
 * A regular expression that is not linear, or not known before it runs, and why no text of others
 * makes it slow.
 */
export interface BoundedExpression {
  /** From the root of the repository. */
  readonly file: string;
  /** As it is written there. */
  readonly code: string;
  /** Why the text that it runs over is bounded. */
  readonly reason: string;
}

const ownDocument = "runs while code is generated, over the user's own document";
const ownAddress = "an address that the program itself gives its client";
const textThread =
  "runs in the engine's text thread, which is ended after a second: the call to blame fails, the rest go on";

/** All exceptions: every other expression must be linear. */
export const boundedExpressions: readonly BoundedExpression[] = [
  {
    file: "apps/server/src/config/kinds.ts",
    code: "new RegExp(`^${scheme}:(?://(?=/))?([^\\\\0]+)$`)",
    reason: "a setting of the operator, read once at the start; the scheme is a fixed word",
  },
  { file: "packages/client/src/core/options.ts", code: "/\\/+$/", reason: ownAddress },
  { file: "packages/client/src/heddle.ts", code: "/\\/+$/", reason: ownAddress },
  {
    file: "packages/text/src/tokenizer/added-tokens.ts",
    code: 'new RegExp(alternatives.join("|"), "g")',
    reason: "a choice of plain words out of the model's tokenizer, none longer than a token",
  },
  {
    file: "packages/text/src/constraints/json-schema/validation.ts",
    code: "new RegExp(pattern, flags)",
    reason: textThread,
  },
  {
    file: "packages/text/src/constraints/json-schema/validation.ts",
    code: 'new RegExp(`^(?:${format})$`, "u")',
    reason: textThread,
  },
  {
    file: "packages/engine/src/conformance/items/checkpoints.ts",
    code: "new RegExp(`\\\\b${value}\\\\b`)",
    reason: "numbers that the conformance suite itself has given, in one message of an engine",
  },
  {
    file: "packages/codegen/src/document/component-name.ts",
    code: "/^_+|_+$/g",
    reason: ownDocument,
  },
  {
    file: "packages/codegen/src/document/parse-yaml.ts",
    code: "/\\s+at line \\d+[\\s\\S]*$/",
    reason: ownDocument,
  },
  {
    file: "packages/codegen/src/emit/client/request.ts",
    code: "/\\s(?![^{}]*\\})/g",
    reason: ownDocument,
  },
  {
    file: "packages/codegen/src/emit/reference/markdown.ts",
    code: "/\\s*\\n\\s*/g",
    reason: ownDocument,
  },
  {
    file: "packages/codegen/src/prepare/plain-schema.ts",
    code: "/(?<=(?:^|[^\\\\])(?:\\\\\\\\)*)\\\\[^dDwWsSbBnrtvfcxuk\\W\\d_]/",
    reason: ownDocument,
  },
  {
    file: "packages/codegen/src/prepare/plain-schema.ts",
    code: "RegExp(pattern, flags)",
    reason: `${ownDocument}, and only to see whether it can be read`,
  },
  {
    file: "packages/codegen/src/scaffold/backend-files.ts",
    code: "/^-+|-+$/g",
    reason: ownDocument,
  },
  {
    file: "packages/codegen/src/transform/operation-name.ts",
    code: "/^(?:api|rest|v\\d+[\\w.]*|\\d+(?:\\.\\d+)*)$/i",
    reason: ownDocument,
  },
  {
    file: "packages/codegen/src/transform/string-schema.ts",
    code: 'new RegExp(pattern, "u")',
    reason: `${ownDocument}; the patterns of this repository are judged with its documents`,
  },
  {
    file: "packages/codegen/src/transform/string-schema.ts",
    code: "new RegExp(pattern)",
    reason: `${ownDocument}; the patterns of this repository are judged with its documents`,
  },
];
