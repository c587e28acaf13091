/**
 * Collects the names that a generated file uses from the client's core, while the file is written.
 */
export class Uses {
  readonly #types = new Set<string>();
  readonly #onDemand = new Set<string>();
  readonly #onDemandTypes = new Set<string>();
  readonly #ofDocument = new Set<string>();

  /** Types of the core. */
  type(...names: readonly string[]): void {
    for (const name of names) this.#types.add(name);
  }

  /** Values of the core's on-demand module; programs that use none of them do not load it. */
  onDemand(...names: readonly string[]): void {
    for (const name of names) this.#onDemand.add(name);
  }

  /** Types of the on-demand module. */
  onDemandType(name: string): void {
    this.#onDemandTypes.add(name);
  }

  /** The operations of the document; types are looked up in them. */
  operations(): void {
    this.#ofDocument.add("operations");
  }

  /** The import statements of a resource. */
  imports(core: string, document: string): string {
    const apart = onDemandModule(core);
    return [
      importOf("import", new Set(["Resource"]), core),
      importOf("import type", this.#types, core),
      importOf("import", this.#onDemand, apart),
      importOf("import type", this.#onDemandTypes, apart),
      importOf("import type", this.#ofDocument, document),
    ].join("");
  }
}

/** `…/core/index.ts` gives `…/core/on-demand/index.ts`, and `…/core` gives `…/core/on-demand`. */
function onDemandModule(core: string): string {
  const [, folder = core, file = ""] = /^(.*?)(\/index\.ts)?$/.exec(core) ?? [];
  return `${folder}/on-demand${file}`;
}

function importOf(keyword: string, names: ReadonlySet<string>, module: string): string {
  if (names.size === 0) return "";
  return `${keyword} { ${[...names].sort().join(", ")} } from "${module}";\n`;
}
