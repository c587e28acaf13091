/** What of a text may be passed on now, and, where the mark was met, what stands behind it. */
export interface TextPiece {
  readonly text: string;
  /** The white space before the mark, which is no part of the text. */
  readonly space?: string;
  readonly rest?: string;
}

/**
 * Looks for a mark in text that comes in pieces. What might be the beginning of the mark is held
 * back, and so is white space, which goes where the mark follows it. Each character is looked at a
 * bounded number of times, however the text is cut.
 */
export class TextUntil {
  readonly #mark: string;
  /** White space that may stand before the mark. */
  #space = "";
  /** The end of the text so far that may be the beginning of the mark. */
  #held = "";

  constructor(mark: string) {
    this.#mark = mark;
  }

  push(piece: string): TextPiece {
    const text = this.#held + piece;
    const at = text.indexOf(this.#mark);
    if (at < 0) {
      const keep = heldLength(text, this.#mark);
      this.#held = text.slice(text.length - keep);
      return { text: this.#released(text.slice(0, text.length - keep)) };
    }
    const before = this.#released(text.slice(0, at));
    const space = this.#space;
    this.#space = "";
    this.#held = "";
    return { text: before, space, rest: text.slice(at + this.#mark.length) };
  }

  /** What is held back when no more text comes. */
  end(): { readonly space: string; readonly text: string } {
    const [space, text] = this.#held === "" ? [this.#space, ""] : ["", this.#space + this.#held];
    this.#space = "";
    this.#held = "";
    return { space, text };
  }

  #released(text: string): string {
    const trimmed = text.trimEnd();
    if (trimmed === "") {
      this.#space += text;
      return "";
    }
    const released = this.#space + trimmed;
    this.#space = text.slice(trimmed.length);
    return released;
  }
}

/** How many characters at the end of a text begin the mark, without being all of it. */
function heldLength(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(mark.slice(0, length))) return length;
  }
  return 0;
}
