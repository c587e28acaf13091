/** A rule's body cut into literals, classes, names, brackets, bars and repetitions. */
const tokenForm =
  /"(?:\\.|[^"\\])*"?|\[(?:\\.|[^\]\\])*\]?|[A-Za-z_][\w.-]*|[()|*+?]|\{\d+(?:,\d*)?\}/g;

/**
 * The rules of a grammar as `GrammarWriter` writes it that match any text that ends: not those that can only go on for ever, as
 * a list does whose every entry must hold another one. The least fixed point over its rules.
 */
export function productiveRules(grammar: string): Set<string> {
  const productive = new Set<string>();
  let waiting = grammar.split("\n").map((line) => {
    const at = line.indexOf(" ::= ");
    return { name: line.slice(0, at), tokens: line.slice(at + 5).match(tokenForm) ?? [] };
  });
  for (;;) {
    const left = waiting.filter(({ name, tokens }) => {
      if (!new BodyReader(tokens, productive).isProductive()) return true;
      productive.add(name);
      return false;
    });
    if (left.length === waiting.length) return productive;
    waiting = left;
  }
}

class BodyReader {
  readonly #tokens: readonly string[];
  readonly #productive: ReadonlySet<string>;
  #at = 0;

  constructor(tokens: readonly string[], productive: ReadonlySet<string>) {
    this.#tokens = tokens;
    this.#productive = productive;
  }

  /** Of a choice one alternative must be productive, of a sequence every part. */
  isProductive(): boolean {
    let isAny = this.#sequence();
    while (this.#tokens[this.#at] === "|") {
      this.#at++;
      const isNext = this.#sequence();
      isAny ||= isNext;
    }
    return isAny;
  }

  #sequence(): boolean {
    let isEvery = true;
    for (;;) {
      const token = this.#tokens[this.#at];
      if (token === undefined || token === "|" || token === ")") return isEvery;
      const isPart = this.#part(token);
      isEvery &&= isPart;
    }
  }

  #part(token: string): boolean {
    this.#at++;
    let isProductive = !/^[A-Za-z_]/.test(token) || this.#productive.has(token);
    if (token === "(") {
      isProductive = this.isProductive();
      this.#at++;
    }
    const repetition = this.#tokens[this.#at];
    if (repetition === undefined || !/^([*+?]|\{)/.test(repetition)) return isProductive;
    this.#at++;
    return isProductive || repetition === "*" || repetition === "?" || repetition.startsWith("{0");
  }
}
