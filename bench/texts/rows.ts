import type { Sequence, Template } from "./template.ts";

/** Rows of one writer, with the texts of templates from `first` on. */
export class Rows<Name extends string> {
  readonly #templates: readonly Template<Name>[];
  readonly #sequence: Sequence<Name>;
  #next: number;

  constructor(templates: readonly Template<Name>[], first: number, sequence: Sequence<Name>) {
    this.#templates = templates;
    this.#sequence = sequence;
    this.#next = first;
  }

  next(count: number): string[] {
    return Array.from({ length: count }, () => {
      const template = this.#templates[this.#next % this.#templates.length];
      this.#next += 1;
      if (!template) throw new Error("There are no rows.");
      return template.filled(this.#sequence.next());
    });
  }
}
