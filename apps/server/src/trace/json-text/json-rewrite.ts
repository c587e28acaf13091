import type { Work } from "../../budgets/loop-turns.ts";
import { AsciiOutput } from "./ascii-output.ts";
import { MemberScan, type ScanOptions } from "./member-scan.ts";
import type { StringRewriter } from "./string-rewriter.ts";
import { TextWriter, type WriteStyle } from "./text-writer.ts";

/** How a JSON text is read, and how it is written again. */
export interface RewriteOptions extends ScanOptions, WriteStyle {
  readonly strings?: StringRewriter | undefined;
  /** Most characters of what is written. */
  readonly maxLength: number;
  /** Throws beyond it; where it does not, what was written is worth nothing. */
  readonly onFull: () => void;
}

/**
 * Writes a JSON text again: its members in order, its numbers and strings as Python writes them.
 * Nothing of it is lost but white space and spelling: `1.0` is not `1`, integers have any length.
 *
 * Throws `SyntaxError`, `TooDeep`, `TooManyMembers`, and what `onFull` and the strings throw.
 */
export class JsonRewrite implements Work {
  readonly #text: string;
  readonly #options: RewriteOptions;
  readonly #scan: MemberScan;
  readonly #output: AsciiOutput;
  #writer: TextWriter | undefined;

  constructor(text: string, options: RewriteOptions) {
    this.#text = text;
    this.#options = options;
    this.#scan = new MemberScan(text, options);
    // With a little more, since most texts grow by the space behind their commas and colons.
    const expected = Math.ceil(text.length * 1.25) + 32;
    this.#output = new AsciiOutput(expected, options.maxLength, options.onFull);
  }

  advance(): boolean {
    if (this.#writer !== undefined) return this.#writer.advance();
    if (this.#scan.advance()) {
      const { strings } = this.#options;
      this.#writer = new TextWriter(this.#text, this.#scan, this.#options, this.#output, strings);
    }
    return false;
  }

  /** Whether a string was rewritten. */
  get hasChanged(): boolean {
    return this.#writer?.hasChanged === true;
  }

  /** Whether a double beyond the range was written. */
  get hasInfinity(): boolean {
    return this.#writer?.hasInfinity === true;
  }

  /** What was written. */
  get bytes(): Uint8Array {
    return this.#output.bytes;
  }

  /** The same as text. */
  get text(): string {
    return this.#output.text();
  }
}
