import { tokenBytes, type Vocabulary } from "@heddle/engine";
import type { Training } from "@heddle/types";

const idForm = /^token_id:(\d{1,10})$/;

/** Finds tokens by what log probabilities call them: `token_id:<id>`, or the text of the token. */
export class TokenNames {
  readonly #vocabulary: Vocabulary;
  #byBytes: ReadonlyMap<string, number> | undefined;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** The id of the token that an entry is about; undefined where no token has its text. */
  idOf({ token, bytes }: Pick<Training.TokenLogprob, "token" | "bytes">): number | undefined {
    const named = idForm.exec(token);
    if (named !== null) return Number(named[1]);
    this.#byBytes ??= idsByBytes(this.#vocabulary);
    const key = bytes === null || bytes === undefined ? Buffer.from(token) : Buffer.from(bytes);
    return this.#byBytes.get(key.toString("latin1"));
  }
}

/** The bytes of each token, one character a byte; of tokens with the same bytes the first counts. */
function idsByBytes(vocabulary: Vocabulary): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  for (let id = 0; id < vocabulary.size; id += 1) {
    const key = Buffer.from(tokenBytes(vocabulary, id)).toString("latin1");
    if (key !== "" && !ids.has(key)) ids.set(key, id);
  }
  return ids;
}
