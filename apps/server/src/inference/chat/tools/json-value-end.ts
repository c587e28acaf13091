const quote = 34;
const backslash = 92;

/**
 * Finds the end of one JSON value in text that comes in pieces. It counts brackets outside of strings
 * and checks nothing else: a model's mistakes are for the reader of the value.
 */
export class JsonValueEnd {
  #kind: "string" | "nested" | "plain" | null = null;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isBroken = false;

  /** Whether the value ended at a `<`, which no JSON has outside of strings: the model broke it off. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Where the value that the text begins with, or goes on with, ends; -1 where it goes on behind the text. */
  find(text: string, from: number): number {
    let at = from;
    if (this.#kind === null && at < text.length) {
      const first = text[at]!;
      this.#kind = first === '"' ? "string" : first === "{" || first === "[" ? "nested" : "plain";
      this.#isInString = first === '"';
      this.#depth = this.#kind === "nested" ? 1 : 0;
      if (this.#kind !== "plain") at++;
    }
    for (; at < text.length; at++) {
      const end = this.#step(text, at);
      if (end >= 0) return end;
    }
    return -1;
  }

  #step(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === backslash) this.#isEscaped = true;
      else if (code === quote) {
        this.#isInString = false;
        if (this.#kind === "string") return at + 1;
      }
      return -1;
    }
    const character = text[at]!;
    if (this.#kind === "plain") return ",}] \t\r\n<".includes(character) ? at : -1;
    if (code === quote) this.#isInString = true;
    else if (character === "{" || character === "[") this.#depth++;
    else if (character === "<") {
      this.#isBroken = true;
      return at;
    } else if ((character === "}" || character === "]") && --this.#depth === 0) return at + 1;
    return -1;
  }
}
