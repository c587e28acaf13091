import type { Turn } from "./turn.ts";

/** Tokens that are trained together: what the model read and what it wrote, turn by turn. */
export interface Sequence {
  readonly tokens: Int32Array;
  /** [tokens]: 1 where the model wrote the token. */
  readonly mask: Uint8Array;
  /** [tokens]: of what the model wrote; NaN elsewhere, and where it is not known. */
  readonly logprobs: Float32Array;
}

/** The sequences of a conversation, and what could be none of them. */
export interface JoinedTurns {
  readonly sequences: readonly Sequence[];
  /** Turns whose prompt does not fit the model. */
  readonly tooLong: number;
}

/**
 * Joins turns to sequences: a turn whose prompt goes on where the sequence before it ends becomes part of it, any other
 * begins one of its own. So each written token is trained once, behind exactly what the model had read.
 * Reference: training-api §7.2.
 */
export function joinTurns(turns: readonly Turn[]): JoinedTurns {
  const drafts: Draft[] = [];
  let tooLong = 0;
  for (const { prompt, completion, logprobs } of turns) {
    if (prompt === null) {
      tooLong += 1;
      continue;
    }
    let draft = drafts.at(-1);
    if (draft === undefined || !draft.continuesWith(prompt)) {
      draft = new Draft();
      drafts.push(draft);
    }
    draft.add(prompt, completion, logprobs);
  }
  return { sequences: drafts.map((draft) => draft.sequence()), tooLong };
}

class Draft {
  readonly #tokens: number[] = [];
  readonly #mask: number[] = [];
  readonly #logprobs: number[] = [];

  continuesWith(prompt: ArrayLike<number>): boolean {
    return (
      prompt.length >= this.#tokens.length &&
      this.#tokens.every((token, at) => prompt[at] === token)
    );
  }

  add(prompt: ArrayLike<number>, completion: readonly number[], logprobs: readonly number[]): void {
    for (let at = this.#tokens.length; at < prompt.length; at += 1) {
      this.#push(prompt[at] ?? 0, 0, Number.NaN);
    }
    for (const [at, token] of completion.entries()) {
      this.#push(token, 1, logprobs[at] ?? Number.NaN);
    }
  }

  sequence(): Sequence {
    return {
      tokens: Int32Array.from(this.#tokens),
      mask: Uint8Array.from(this.#mask),
      logprobs: Float32Array.from(this.#logprobs),
    };
  }

  #push(token: number, mask: number, logprob: number): void {
    this.#tokens.push(token);
    this.#mask.push(mask);
    this.#logprobs.push(logprob);
  }
}
