import { TextError } from "../errors.ts";
import { cutAtMark, markFinalMessage } from "./continuation.ts";
import { parseTemplate, Scope, type JinjaNode, type JinjaScope } from "./jinja.ts";
import { withReasoningNames } from "./reasoning.ts";
import { SizeGuard, writtenNodes } from "./size-guard.ts";
import { strftime } from "./strftime.ts";
import { TemplateInterpreter } from "./template-interpreter.ts";

/** What a chat template is rendered with. */
export interface TemplateVariables {
  /** As the template wants them: contents, tool calls and roles are passed on as they are. */
  readonly messages: readonly unknown[];
  readonly tools?: readonly unknown[] | null;
  readonly documents?: readonly unknown[] | null;
  /** Ends with the opening of the assistant's turn; default false. */
  readonly addGenerationPrompt?: boolean;
  /** Leaves the last message open; not together with `addGenerationPrompt`. */
  readonly continueFinalMessage?: boolean;
  /** Further variables; those above win over variables of their names. */
  readonly templateKwargs?: Readonly<Record<string, unknown>>;
}

/** What a template is rendered with beside the request. */
export interface TemplateSurroundings {
  /** Named in errors. */
  readonly modelId: string;
  /** `bos_token`, `eos_token` and the like. */
  readonly namedTokens: Readonly<Record<string, string>>;
  /** UTF-16 units that may come of it, on the way too. */
  readonly maxLength: number;
  /** What `strftime_now` shows. */
  readonly now: Date;
}

/** A chat template, parsed once. Templates are Jinja as Hugging Face's transformers sets it up. */
export class ChatTemplate {
  readonly #program: JinjaNode;
  readonly #written: WeakSet<object>;

  /** @throws TextError `invalid` for a template that is no Jinja */
  constructor(source: string, modelId: string) {
    try {
      this.#program = parseTemplate(source);
      this.#written = writtenNodes(this.#program);
    } catch (cause) {
      throw new TextError(
        "invalid",
        `The chat template of ${modelId} cannot be parsed: ${parsingFault(cause)}`,
        { cause },
      );
    }
  }

  /**
   * @throws TextError `invalid` when the template refuses the messages (its own words), fails, or writes too much;
   *   `unsupported` for what the interpreter would do wrongly
   */
  render(variables: TemplateVariables, surroundings: TemplateSurroundings): string {
    if (variables.continueFinalMessage === true && variables.addGenerationPrompt === true) {
      throw new TextError(
        "invalid",
        "continue_final_message leaves the last message open and add_generation_prompt opens a new one: ask for one of them.",
        { parameter: "continue_final_message" },
      );
    }
    const messages = variables.messages.map(withReasoningNames);
    if (variables.continueFinalMessage !== true) {
      return this.#run({ ...variables, messages }, surroundings);
    }
    const marked = markFinalMessage(messages);
    const rendered = this.#run({ ...variables, messages: marked.messages }, surroundings);
    return cutAtMark(rendered, marked.text);
  }

  #run(variables: TemplateVariables, surroundings: TemplateSurroundings): string {
    const { modelId, maxLength } = surroundings;
    try {
      const guard = new SizeGuard(maxLength);
      const scope = scopeOf(variables, surroundings);
      const interpreter = new TemplateInterpreter(scope, guard, this.#written);
      return String(interpreter.run(this.#program).value);
    } catch (cause) {
      if (cause instanceof TextError) throw cause;
      const message =
        cause instanceof TemplateRefusal
          ? `The chat template of ${modelId} refuses the messages: ${cause.message}`
          : `The chat template of ${modelId} failed: ${messageOf(cause)}`;
      throw new TextError("invalid", message, { parameter: "messages", cause });
    }
  }
}

/** What a template threw itself, through `raise_exception`. */
class TemplateRefusal extends Error {}

// The limit of the sandbox of Jinja itself (`jinja2.sandbox.MAX_RANGE`).
const maxRange = 100_000;

const constants: readonly [string, unknown][] = [
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["none", null],
  ["None", null],
];

function scopeOf(variables: TemplateVariables, surroundings: TemplateSurroundings): JinjaScope {
  const scope = new Scope();
  for (const [name, value] of constants) scope.set(name, value);
  const given = new Map<string, unknown>([
    ["raise_exception", refuse],
    ["range", range],
    ["strftime_now", (format: unknown) => strftime(surroundings.now, String(format))],
    ...Object.entries(surroundings.namedTokens),
    ...Object.entries(variables.templateKwargs ?? {}),
    ["messages", variables.messages],
    ["add_generation_prompt", variables.addGenerationPrompt ?? false],
  ]);
  // Templates ask both "is defined" and "is none": transformers passes None where nothing is given.
  for (const name of ["tools", "documents"] as const) {
    given.set(name, variables[name] ?? given.get(name) ?? null);
  }
  for (const [name, value] of given) {
    if (scope.variables.has(name)) {
      throw new TextError(
        "invalid",
        `${name} is a word of the template language: no variable can have that name.`,
        {
          parameter: "chat_template_kwargs",
        },
      );
    }
    scope.set(name, value);
  }
  return scope;
}

function refuse(message: unknown): never {
  throw new TemplateRefusal(String(message));
}

function range(first: number, second?: number, step = 1): number[] {
  const [start, stop] = second === undefined ? [0, first] : [first, second];
  if (step === 0) throw new Error("range() with a step of 0");
  if (Math.abs((stop - start) / step) > maxRange) {
    throw new Error(`range() of more than ${maxRange} numbers`);
  }
  const numbers: number[] = [];
  for (let n = start; step > 0 ? n < stop : n > stop; n += step) numbers.push(n);
  return numbers;
}

/** The parser looks behind the last word of a template that ends too early, and fails as JavaScript does. */
function parsingFault(cause: unknown): string {
  return cause instanceof TypeError
    ? "it ends in the middle of a block or an expression"
    : messageOf(cause);
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
