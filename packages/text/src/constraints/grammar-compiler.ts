import type { CompiledGrammar, GrammarCompiler as LibraryCompiler } from "@mlc-ai/web-xgrammar";

import type { Vocabulary } from "../tokenizer/vocabulary.ts";
import type { GrammarSource } from "./grammar-source.ts";
import type { LoadedXGrammar, XGrammarLoader } from "./load-xgrammar.ts";

import { TextError } from "../errors.ts";
import { isSchemaObject } from "./json-schema/schema.ts";
import { productiveRules } from "./productive.ts";
import { separatedGrammar } from "./separated-grammar.ts";
import { tokenTexts } from "./token-texts.ts";

/** The library keeps some kilobytes of every grammar (0.1.27): after so many an instance is replaced. */
const maxParses = 1000;
const maxCompilations = 2000;
/** What the library writes may quote the whole grammar. */
const maxMessage = 1000;

/**
 * Two instances of the library. What cannot be parsed aborts the wasm, and an instance does not survive many aborts
 * (about 297 in 0.1.27), so a grammar is first parsed in an instance that holds nothing and is replaced when it aborts.
 * Only what has been parsed gets to the one with the vocabulary and the matchers.
 */
export class GrammarCompiler {
  readonly #loader: XGrammarLoader;
  readonly #vocabulary: Vocabulary;
  #parser: LoadedXGrammar;
  #main: Promise<{ loaded: LoadedXGrammar; compiler: LibraryCompiler }> | null = null;
  #generation = 0;
  #parses = 0;
  #compilations = 0;

  constructor(loader: XGrammarLoader, vocabulary: Vocabulary) {
    this.#loader = loader;
    this.#vocabulary = vocabulary;
    this.#parser = loader.load();
  }

  /** Counts the instances with the vocabulary: what was made by an earlier one is dead. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Parses a grammar, and keeps the alternatives of one that somebody else wrote apart.
   *
   * @throws TextError `invalid` with the cause that the library wrote
   */
  async parse(source: GrammarSource): Promise<GrammarSource> {
    if (source.kind === "structural_tag") {
      const format = await this.#separatedFormat(source.format);
      await this.#printed({ kind: "structural_tag", format });
      return { kind: "structural_tag", format };
    }
    const printed = await this.#printed(source);
    if (source.isForeign !== true) return source;
    const separated = { kind: "ebnf", text: separatedGrammar(printed) } as const;
    if (!productiveRules(separated.text).has("root")) {
      throw new TextError("invalid", "Every text that the grammar allows is endless.", {
        parameter: "constraint",
      });
    }
    await this.#printed(separated);
    return separated;
  }

  async #separatedFormat(format: unknown): Promise<unknown> {
    if (Array.isArray(format)) {
      const parts: unknown[] = [];
      for (const part of format) parts.push(await this.#separatedFormat(part));
      return parts;
    }
    if (!isSchemaObject(format)) return format;
    if (format["type"] === "grammar" && format["isForeign"] === true) {
      const printed = await this.#printed({
        kind: "ebnf",
        text: format["grammar"] as string,
        isForeign: true,
      });
      return { type: "grammar", grammar: separatedGrammar(printed) };
    }
    const members: [string, unknown][] = [];
    for (const [key, part] of Object.entries(format)) {
      members.push([key, await this.#separatedFormat(part)]);
    }
    return Object.fromEntries(members);
  }

  async #printed(source: GrammarSource): Promise<string> {
    if (++this.#parses % maxParses === 0) this.#parser = this.#loader.load();
    const { library, written } = this.#parser;
    written.length = 0;
    try {
      const grammar =
        source.kind === "ebnf"
          ? await library.Grammar.fromEBNF(source.text)
          : await library.Grammar.fromStructuralTag(source.format as Record<string, unknown>);
      const printed = source.kind === "ebnf" && source.isForeign === true ? grammar.toString() : "";
      grammar.dispose();
      return printed;
    } catch (cause) {
      this.#parser = this.#loader.load();
      throw grammarError(written, cause);
    }
  }

  /** @throws TextError `invalid` where the library gives up; the instance is then replaced */
  async compile(source: GrammarSource): Promise<CompiledGrammar> {
    if (++this.#compilations % maxCompilations === 0) this.renew();
    const { loaded, compiler } = await this.#instance();
    loaded.written.length = 0;
    try {
      return source.kind === "ebnf"
        ? await compiler.compileGrammar(source.text)
        : await compiler.compileStructuralTag(source.format as Record<string, unknown>);
    } catch (cause) {
      this.renew();
      throw grammarError(loaded.written, cause);
    }
  }

  /** The library that made what `compile` gave last. */
  async library(): Promise<LoadedXGrammar> {
    return (await this.#instance()).loaded;
  }

  /** Gives the instance with the vocabulary up; the next use makes a new one. */
  renew(): void {
    this.#main = null;
    this.#generation++;
  }

  #instance(): Promise<{ loaded: LoadedXGrammar; compiler: LibraryCompiler }> {
    this.#main ??= this.#make();
    return this.#main;
  }

  async #make(): Promise<{ loaded: LoadedXGrammar; compiler: LibraryCompiler }> {
    const loaded = this.#loader.load();
    const { library } = loaded;
    const { size, endTokens } = this.#vocabulary;
    const texts = tokenTexts(this.#vocabulary);
    const info = await library.TokenizerInfo.createTokenizerInfo(texts, "byte_level", false, size, [
      ...endTokens,
    ]);
    // Its own cache has no bound; ours has.
    const compiler = await library.GrammarCompiler.createGrammarCompiler(info, false);
    return { loaded, compiler };
  }
}

/** The library writes why it aborts to its console, behind a place in its sources that concerns nobody. */
function grammarError(written: readonly string[], cause: unknown): TextError {
  const fatal = written.find((line) => line.includes("[FATAL]"));
  const message = fatal?.slice(fatal.indexOf("[FATAL]")).slice(0, maxMessage);
  const reason = message?.replace(/^\[FATAL\]\s*\S+:\d+:\s*/, "").slice(0, 300);
  return new TextError(
    "invalid",
    `The constraint cannot be compiled: ${reason ?? "it is too large or too deeply nested"}.`,
    { parameter: "constraint", cause },
  );
}
