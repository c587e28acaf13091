import { ChatTemplate } from "./chat-template.ts";

/** Characters of the templates that are kept, together; a parsed one takes about a hundred bytes for each. */
const maxCharacters = 500_000;

/** Templates by their text, parsed once however many models have them, and kept within bounds. */
export class ParsedTemplates {
  /** Least recently used first. */
  readonly #templates = new Map<string, ChatTemplate>();
  readonly #maxCharacters: number;
  #characters = 0;

  constructor(options: { readonly maxCharacters?: number } = {}) {
    this.#maxCharacters = options.maxCharacters ?? maxCharacters;
  }

  /** Characters of the templates that are kept. */
  get characters(): number {
    return this.#characters;
  }

  /** @throws TextError `invalid` for a template that is no Jinja, naming the model */
  of(source: string, modelId: string): ChatTemplate {
    const template = this.#templates.get(source) ?? new ChatTemplate(source, modelId);
    if (this.#templates.delete(source)) this.#characters -= source.length;
    this.#templates.set(source, template);
    this.#characters += source.length;
    for (const oldest of this.#templates.keys()) {
      if (this.#characters <= this.#maxCharacters || oldest === source) break;
      this.#templates.delete(oldest);
      this.#characters -= oldest.length;
    }
    return template;
  }
}
