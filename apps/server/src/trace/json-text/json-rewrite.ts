import type { Work } from "../../budgets/loop-turns.ts";
import { AsciiOutput } from "./ascii-output.ts";
import { MemberScan, type ScanOptions } from "./member-scan.ts";
import type { StringRewriter } from "./string-rewriter.ts";
import { TextWriter, type WriteStyle } from "./text-writer.ts";

/** Options for reading a JSON text and for writing it again. */
export interface RewriteOptions extends ScanOptions, WriteStyle {
  readonly strings?: StringRewriter | undefined;
  /** Most characters of the written text. */
  readonly maxLength: number;
  /** Called when the text gets longer; if it does not throw, the written text is useless. */
  readonly onFull: () => void;
}

/**
 * Rewrites a JSON text: its members in order, its numbers and strings as Python writes them. Only
 * white space and spelling are lost: `1.0` is not `1`, and integers have any length.
 *
 * Throws `SyntaxError`, `TooDeep`, `TooManyMembers`, and the errors of `onFull` and of the string
 * rewriter.
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
    // Add a quarter, because most texts grow by the spaces after commas and colons.
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

  /** The written bytes. */
  get bytes(): Uint8Array {
    return this.#output.bytes;
  }

  /** The written text. */
  get text(): string {
    return this.#output.text();
  }
}
