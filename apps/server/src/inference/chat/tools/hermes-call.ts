import { TextUntil } from "../answer/text-until.ts";
import { callMarks } from "./call-marks.ts";
import { JsonValueEnd } from "./json-value-end.ts";

/** A piece of one call. */
export type CallPiece =
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "arguments"; readonly text: string };

/** What a piece of text was. */
export interface CallProgress {
  readonly pieces: readonly CallPiece[];
  /** What stands behind the call, once it is over. */
  readonly rest?: string;
  /** The text as it was written, without the mark, where it turns out to be no call. */
  readonly text?: string;
}

/** Names of the member with the arguments: that of Hermes, and the one that Llama models write. */
const argumentNames = new Set(["arguments", "parameters"]);

type State = "object" | "first key" | "key" | "colon" | "value" | "comma" | "over";

/**
 * Reads `{"name": …, "arguments": …}` and the mark behind it, in pieces, from behind the opening mark.
 * The arguments go out as they come, exactly as they were written, if the name stands before them.
 */
export class HermesCall {
  readonly #close: TextUntil = new TextUntil(callMarks.close);
  #state: State = "object";
  #scan: JsonValueEnd | null = null;
  /** What was written of the key or the value that is being read. */
  #written: string[] = [];
  #key = "";
  #name: string | null = null;
  #arguments: string | null = null;
  /** Everything so far, until it is known to be a call. */
  #raw: string[] = [];
  #isCall = false;
  #isStreaming = false;
  #pieces: CallPiece[] = [];

  push(text: string): CallProgress {
    if (!this.#isCall) this.#raw.push(text);
    let at = 0;
    while (at < text.length && this.#state !== "over") {
      const next = this.#scan === null ? this.#step(text, at) : this.#value(text, at, this.#scan);
      if (next < 0 && !this.#isCall) return { pieces: [], text: this.#raw.join("") };
      if (next < 0) this.#state = "over";
      else at = next;
    }
    const pieces = this.#taken();
    if (this.#state !== "over") return { pieces };
    const { rest } = this.#close.push(text.slice(at));
    return rest === undefined ? { pieces } : { pieces, rest };
  }

  /** The text, when no more comes; null where it was a call. */
  end(): string | null {
    return this.#isCall ? null : this.#raw.join("");
  }

  /** Takes what stands between keys and values. Gives where to go on, or -1 where no call goes on so. */
  #step(text: string, at: number): number {
    const character = text[at]!;
    if (" \t\r\n".includes(character)) return at + 1;
    switch (this.#state) {
      case "object":
        this.#state = "first key";
        return character === "{" ? at + 1 : -1;
      case "first key":
      case "key":
        if (character !== '"') return -1;
        this.#scan = new JsonValueEnd();
        return at;
      case "colon":
        this.#state = "value";
        return character === ":" ? at + 1 : -1;
      case "value":
        if (",:}]<".includes(character)) return -1;
        this.#scan = new JsonValueEnd();
        if (character === "{" && this.#isArguments && this.#name !== null) {
          this.#begin();
          this.#isStreaming = true;
        }
        return at;
      default:
        if (character === ",") this.#state = "key";
        else if (character !== "}" || !this.#finish()) return -1;
        return at + 1;
    }
  }

  /** Takes more of a key or a value. */
  #value(text: string, at: number, scan: JsonValueEnd): number {
    const found = scan.find(text, at);
    const end = found < 0 ? text.length : found;
    const more = text.slice(at, end);
    if (this.#isStreaming) this.#send({ kind: "arguments", text: more });
    else this.#written.push(more);
    if (found < 0) return end;
    if (scan.isBroken) return -1;
    this.#scan = null;
    return this.#take() ? end : -1;
  }

  /** Keeps the key or the value that has been read; false where it is none. */
  #take(): boolean {
    const written = this.#written.join("");
    this.#written = [];
    if (this.#state !== "value") {
      const key = parsed(written);
      if (typeof key !== "string") return false;
      this.#key = key;
      this.#state = "colon";
      return true;
    }
    this.#state = "comma";
    this.#isStreaming = false;
    if (this.#key === "name") {
      const name = parsed(written);
      if (typeof name !== "string" || this.#name !== null) return false;
      this.#name = name;
    } else if (this.#isArguments) this.#arguments = written;
    return true;
  }

  /** Whether the member that is being read has the arguments; the first such member counts. */
  get #isArguments(): boolean {
    return argumentNames.has(this.#key) && !this.#isCall && this.#arguments === null;
  }

  #begin(): void {
    this.#isCall = true;
    this.#raw = [];
    this.#send({ kind: "name", text: this.#name ?? "" });
  }

  /** At the end of the object. False where it has no name. */
  #finish(): boolean {
    if (this.#name === null) return false;
    if (!this.#isCall) {
      const written = this.#arguments ?? "{}";
      // Some models write the arguments as text that holds JSON.
      const inner = written.startsWith('"') ? parsed(written) : undefined;
      this.#begin();
      this.#send({ kind: "arguments", text: typeof inner === "string" ? inner : written });
    }
    this.#state = "over";
    return true;
  }

  #send(piece: CallPiece): void {
    if (piece.text !== "" || piece.kind === "name") this.#pieces.push(piece);
  }

  #taken(): readonly CallPiece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // A model wrote it: what is no JSON is no key and no name.
    return undefined;
  }
}
