import { isUtf8 } from "node:buffer";
import { tokenBytes, type Vocabulary } from "@heddle/engine";

/** How single tokens are written in log probabilities. */
export class TokenTexts {
  readonly #vocabulary: Vocabulary;
  readonly #asIds: boolean;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(vocabulary: Vocabulary, asIds: boolean) {
    this.#vocabulary = vocabulary;
    this.#asIds = asIds;
  }

  /** The token's name: its text, with U+FFFD for bytes that are no whole character, or `token_id:<id>`. */
  name(token: number): string {
    return this.#asIds ? `token_id:${token}` : this.text(token);
  }

  /** The token's text, however tokens are named. */
  text(token: number): string {
    return this.#decoder.decode(tokenBytes(this.#vocabulary, token));
  }

  /** The bytes of the token's text; null for a part of a character, which has no text of its own. */
  bytes(token: number): number[] | null {
    const bytes = tokenBytes(this.#vocabulary, token);
    return isUtf8(bytes) ? [...bytes] : null;
  }
}
