import type { AnswerPart, AnswerReader } from "../answer/answer-reader.ts";
import { TextUntil } from "../answer/text-until.ts";
import { callMarks } from "./call-marks.ts";
import { HermesCall, type CallPiece } from "./hermes-call.ts";

/** How to read calls. */
export interface CallOptions {
  readonly newCallId: () => string;
  /** False: only the first call counts, later ones are left out. */
  readonly allowsParallelCalls: boolean;
  /** Whether text beside the calls is content. False where the answer had to be calls. */
  readonly keepsText: boolean;
}

/**
 * Reads calls in the Hermes form out of an answer, `<tool_call>{"name": …, "arguments": …}</tool_call>`.
 * The rest is content, without the white space between a text and a call. What begins as a call and is
 * none is content as it was written.
 */
export class CallReader implements AnswerReader {
  readonly #options: CallOptions;
  readonly #open: TextUntil = new TextUntil(callMarks.open);
  #call: HermesCall | null = null;
  /** Which call of the answer is being read, or comes next. */
  #index = 0;
  #hasContent = false;
  /** What to write where the call turns out to be none. */
  #opening = "";

  constructor(options: CallOptions) {
    this.#options = options;
  }

  push(text: string): readonly AnswerPart[] {
    const parts: AnswerPart[] = [];
    let rest: string | undefined = text;
    while (rest !== undefined) {
      rest =
        this.#call === null ? this.#outside(rest, parts) : this.#inside(this.#call, rest, parts);
    }
    return parts;
  }

  end(): readonly AnswerPart[] {
    const parts: AnswerPart[] = [];
    if (this.#call !== null) {
      const written = this.#call.end();
      if (written !== null) this.#content(this.#opening + written, parts);
      return parts;
    }
    const { space, text } = this.#open.end();
    this.#content(text, parts);
    if (this.#index === 0) this.#content(space, parts);
    return parts;
  }

  #outside(text: string, parts: AnswerPart[]): string | undefined {
    const piece = this.#open.push(text);
    this.#content(piece.text, parts);
    if (piece.rest !== undefined) {
      this.#call = new HermesCall();
      this.#opening = (piece.space ?? "") + callMarks.open;
    }
    return piece.rest;
  }

  #inside(call: HermesCall, text: string, parts: AnswerPart[]): string | undefined {
    const { pieces, rest, text: written } = call.push(text);
    for (const piece of pieces) this.#piece(piece, parts);
    if (written !== undefined) {
      this.#call = null;
      this.#content(this.#opening, parts);
      return written;
    }
    if (rest === undefined) return undefined;
    this.#call = null;
    this.#index++;
    return rest;
  }

  #piece(piece: CallPiece, parts: AnswerPart[]): void {
    const index = this.#index;
    if (index > 0 && !this.#options.allowsParallelCalls) return;
    if (piece.kind === "arguments") parts.push({ kind: "arguments", index, text: piece.text });
    else parts.push({ kind: "call", index, id: this.#options.newCallId(), name: piece.text });
  }

  #content(text: string, parts: AnswerPart[]): void {
    if (!this.#options.keepsText) return;
    // Behind a call, and with nothing before it, white space is only what separates.
    const content = this.#hasContent || this.#index === 0 ? text : text.trimStart();
    if (content === "") return;
    this.#hasContent = true;
    parts.push({ kind: "content", text: content });
  }
}
