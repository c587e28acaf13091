import type * as XGrammarModule from "@mlc-ai/web-xgrammar";

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { compileFunction } from "node:vm";

/** The library, with an instance of its wasm of its own. */
export type XGrammar = typeof XGrammarModule;

/** A fresh instance of the library and what it wrote to its console, oldest first. */
export interface LoadedXGrammar {
  readonly library: XGrammar;
  readonly written: string[];
}

/** The part of the JavaScript interface of WebAssembly that is used here. */
interface WebAssemblyInterface {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<object>;
}

const { WebAssembly: webAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyInterface };
const packageName = "@mlc-ai/web-xgrammar";

/**
 * Makes instances of `@mlc-ai/web-xgrammar`. The package's one file is a UMD script that its package.json calls an
 * ES module, so Node can neither import nor require it: it is read and evaluated as CommonJS here. Each evaluation
 * has wasm memory of its own, which is what makes a fresh start after an abort possible; and it gets a console
 * of its own, the only place where the library says why it aborted.
 */
export class XGrammarLoader {
  readonly #path: string;
  readonly #require: NodeJS.Require;
  readonly #evaluate: (...values: unknown[]) => void;
  /** Compiles once for all instances: most of what a fresh one takes. */
  readonly #webAssembly: object;
  #compiled: Promise<object> | null = null;

  constructor() {
    this.#require = createRequire(import.meta.url);
    this.#path = this.#require.resolve(packageName);
    // Its one dynamic import is of what `require` gives as well, and does not work in code that is evaluated.
    const source = readFileSync(this.#path, "utf8").replaceAll(/\bimport\((?=['"])/g, "require(");
    this.#evaluate = compileFunction(
      source,
      ["exports", "module", "require", "__filename", "__dirname", "console", "WebAssembly"],
      { filename: this.#path },
    ) as (...values: unknown[]) => void;
    const instantiate = async (bytes: Uint8Array, imports: object): Promise<object> => {
      this.#compiled ??= webAssembly.compile(bytes);
      const module = await this.#compiled;
      return { module, instance: await webAssembly.instantiate(module, imports) };
    };
    this.#webAssembly = Object.create(webAssembly, { instantiate: { value: instantiate } });
  }

  load(): LoadedXGrammar {
    const written: string[] = [];
    const write = (...values: unknown[]): void => {
      // A library in trouble may write without end; the first lines tell the cause.
      if (written.length < 16) written.push(values.map(String).join(" "));
    };
    const ownConsole = { log: write, info: write, debug: write, warn: write, error: write };
    const module: { exports: unknown } = { exports: {} };
    this.#evaluate(
      module.exports,
      module,
      this.#require,
      this.#path,
      dirname(this.#path),
      ownConsole,
      this.#webAssembly,
    );
    return { library: module.exports as XGrammar, written };
  }
}
