import { parseSync, Visitor } from "oxc-parser";

/** A regular expression in a source file. */
export interface FoundExpression {
  readonly line: number;
  /** As it is written, so that it can be found again. */
  readonly code: string;
  /** Its parts; `undefined` if it is put together at run time. */
  readonly literal: Literal | undefined;
}

/** The two parts of a regular expression. */
export interface Literal {
  readonly source: string;
  readonly flags: string;
}

/** Methods that turn a text argument into an expression. */
const expressionMakers: ReadonlySet<string> = new Set(["match", "matchAll", "search"]);

/** Every regular expression of a TypeScript file: literals, `RegExp(…)`, and texts that become one. */
export function expressionsIn(file: string, text: string): readonly FoundExpression[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: FoundExpression[] = [];
  const add = (node: Spanned, literal: Literal | undefined): void => {
    const code = text.slice(node.start, node.end);
    found.push({ line: text.slice(0, node.start).split("\n").length, code, literal });
  };
  const made = (node: Made): void => {
    if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return;
    const [source, flags] = node.arguments;
    const [sourceText, flagsText] = [textOf(source), flags ? textOf(flags) : ""];
    const isConstant = sourceText !== undefined && flagsText !== undefined;
    add(node, isConstant ? { source: sourceText, flags: flagsText } : undefined);
  };
  new Visitor({
    Literal(node) {
      if ("regex" in node && node.regex) {
        add(node, { source: node.regex.pattern, flags: node.regex.flags });
      }
    },
    NewExpression: made,
    CallExpression(node) {
      made(node);
      const { callee } = node;
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      if (!expressionMakers.has(callee.property.name)) return;
      const source = textOf(node.arguments[0]);
      if (source !== undefined) add(node, { source, flags: "" });
    },
  }).visit(program);
  return found;
}

interface Spanned {
  readonly start: number;
  readonly end: number;
}

interface Made extends Spanned {
  readonly callee: { readonly type: string; readonly name?: unknown };
  readonly arguments: readonly unknown[];
}

/** The text of a node, if that is certain. */
function textOf(node: unknown): string | undefined {
  const { type, value, quasis, quasi, tag } = (node ?? {}) as {
    readonly type?: string;
    readonly value?: unknown;
    readonly quasis?: readonly {
      readonly value: { readonly cooked: string; readonly raw: string };
    }[];
    readonly quasi?: { readonly quasis: typeof quasis };
    readonly tag?: { readonly property?: { readonly name?: string } };
  };
  if (type === "Literal" && typeof value === "string") return value;
  if (type === "TemplateLiteral" && quasis?.length === 1) return quasis[0]?.value.cooked;
  const isRaw = type === "TaggedTemplateExpression" && tag?.property?.name === "raw";
  return isRaw && quasi?.quasis?.length === 1 ? quasi.quasis[0]?.value.raw : undefined;
}
