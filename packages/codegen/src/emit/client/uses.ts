/** The names that a generated file uses of other modules, collected while it is written. */
export class Uses {
  readonly #types = new Set<string>();
  readonly #values = new Set<string>();
  readonly #ofDocument = new Set<string>(["operations"]);

  /** A type of the core. */
  type(...names: readonly string[]): void {
    for (const name of names) this.#types.add(name);
  }

  /** A value of the core. */
  value(...names: readonly string[]): void {
    for (const name of names) this.#values.add(name);
  }

  /** A type of the document. */
  ofDocument(name: string): void {
    this.#ofDocument.add(name);
  }

  /** The import statements. */
  imports(core: string, document: string): string {
    return [
      importOf("import", this.#values, core),
      importOf("import type", this.#types, core),
      importOf("import type", this.#ofDocument, document),
    ].join("");
  }
}

function importOf(keyword: string, names: ReadonlySet<string>, module: string): string {
  if (names.size === 0) return "";
  return `${keyword} { ${[...names].sort().join(", ")} } from "${module}";\n`;
}
