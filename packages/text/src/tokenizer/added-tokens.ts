import type { AddedTokenEntry } from "./tokenizer-file.ts";

/** A stretch of text: plain, or one added token. */
export type Section =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "token"; readonly id: number };

const wordCharacter = /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}]/u;

/**
 * Finds added tokens in text: leftmost first, of several at one place the longest, as the Rust implementation of
 * Hugging Face's tokenizers does, with its options for white space and whole words.
 */
export class AddedTokens {
  readonly #tokens: ReadonlyMap<string, AddedTokenEntry>;
  readonly #pattern: RegExp | null;

  constructor(tokens: readonly (AddedTokenEntry & { readonly matched: string })[]) {
    this.#tokens = new Map(
      tokens.filter((token) => token.matched !== "").map((token) => [token.matched, token]),
    );
    const longestFirst = [...this.#tokens.keys()].sort((a, b) => b.length - a.length);
    const alternatives = longestFirst.map((text) => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"));
    this.#pattern = alternatives.length === 0 ? null : new RegExp(alternatives.join("|"), "g");
  }

  /** The sections of a text in order; sections of text are not empty. */
  split(text: string): Section[] {
    if (this.#pattern === null) return text === "" ? [] : [{ kind: "text", text }];
    const sections: Section[] = [];
    const pushText = (part: string): void => {
      if (part !== "") sections.push({ kind: "text", text: part });
    };
    let start = 0;
    for (const match of text.matchAll(this.#pattern)) {
      const token = this.#tokens.get(match[0]);
      const end = match.index + match[0].length;
      if (token === undefined || match.index < start) continue;
      if (token.single_word === true && !isWhole(text, match.index, end)) continue;
      const before = text.slice(start, match.index);
      pushText(token.lstrip === true ? before.trimEnd() : before);
      sections.push({ kind: "token", id: token.id });
      start = end;
      if (token.rstrip === true) {
        start += (/^\s*/.exec(text.slice(end))?.[0] ?? "").length;
      }
    }
    pushText(text.slice(start));
    return sections;
  }
}

function isWhole(text: string, start: number, end: number): boolean {
  const before = start === 0 ? "" : String.fromCodePoint(codePointBefore(text, start));
  const after = end === text.length ? "" : String.fromCodePoint(text.codePointAt(end) ?? 0);
  return !wordCharacter.test(before) && !wordCharacter.test(after);
}

function codePointBefore(text: string, index: number): number {
  const isPair = index > 1 && (text.codePointAt(index - 2) ?? 0) > 0xffff;
  return text.codePointAt(isPair ? index - 2 : index - 1) ?? 0;
}
