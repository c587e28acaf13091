import * as library from "@huggingface/jinja";

// The library's declarations lead nowhere under Node's module resolution: these are the parts that are used here.

/** A node of a parsed template. */
export interface JinjaNode {
  readonly type: string;
}

/** A value while a template runs. */
export interface JinjaValue {
  readonly type: string;
  readonly value: unknown;
  /** Its methods. */
  readonly builtins?: ReadonlyMap<string, JinjaValue>;
  toString(): string;
}

/** The variables of a running template. */
export interface JinjaScope {
  readonly variables: ReadonlyMap<string, JinjaValue>;
  /** Declares a variable; its value is converted. Throws where the name is taken. */
  set(name: string, value: unknown): JinjaValue;
}

/** Runs a template: evaluates its nodes from the root on. */
export interface JinjaInterpreter {
  run(program: JinjaNode): JinjaValue;
  evaluate(node: JinjaNode | undefined, scope: JinjaScope): JinjaValue;
}

export const Scope: new (parent?: JinjaScope) => JinjaScope = library.Environment as never;

export const Interpreter: new (scope: JinjaScope) => JinjaInterpreter =
  library.Interpreter as never;

/** The tree of a template, with white space around blocks as Hugging Face's transformers has it. */
export function parseTemplate(source: string): JinjaNode {
  const options = { lstrip_blocks: true, trim_blocks: true };
  // Jinja reads every end of a line as a line feed.
  const lines = source.replace(/\r\n?/g, "\n");
  return (library.parse as (tokens: unknown) => JinjaNode)(library.tokenize(lines, options));
}
