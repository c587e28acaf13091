import { TextError } from "../errors.ts";
import type { TokenizerConfigFile } from "../tokenizer/tokenizer-file.ts";
import type { TemplateSurroundings, TemplateVariables } from "./chat-template.ts";
import { ParsedTemplates } from "./parsed-templates.ts";

/**
 * The chat templates of a model: a file of its own, one in the tokenizer's configuration, or several there by name,
 * of which `tool_use` is taken for requests with tools and `default` for others. Each is parsed when it is first used;
 * sets that share `parsed` parse equal templates once.
 */
export class TemplateSet {
  readonly #sources: ReadonlyMap<string, string>;
  readonly #parsed: ParsedTemplates;

  constructor(
    chatTemplate: string | undefined,
    config: TokenizerConfigFile,
    parsed: ParsedTemplates = new ParsedTemplates(),
  ) {
    this.#parsed = parsed;
    const configured = chatTemplate ?? config.chat_template;
    if (configured === undefined) this.#sources = new Map();
    else if (typeof configured === "string") this.#sources = new Map([["default", configured]]);
    else this.#sources = new Map(configured.map(({ name, template }) => [name, template]));
  }

  /** @throws TextError as `ChatTemplate` does; `unsupported` when the model has no template */
  render(variables: TemplateVariables, surroundings: TemplateSurroundings): string {
    const hasTools = (variables.tools?.length ?? 0) > 0;
    const name = hasTools && this.#sources.has("tool_use") ? "tool_use" : "default";
    const source = this.#sources.get(name);
    if (source === undefined) {
      throw new TextError(
        "unsupported",
        `The model ${surroundings.modelId} has no chat template: add a chat_template.jinja to its folder, or ask for a plain completion.`,
      );
    }
    return this.#parsed.of(source, surroundings.modelId).render(variables, surroundings);
  }
}
