import type { SampleRequest, SampleStop, TokenLogprob } from "../sampling.ts";

import { logSumExp, topLogprobs } from "./log-softmax.ts";
import { SamplerScratch } from "./scratch.ts";
import { partitionTop } from "./selection.ts";
import { greedyTemperature } from "./token-chooser.ts";

/** One token of a beam, with the way back to the first. Beams share their beginnings. */
interface BeamNode {
  readonly parent: BeamNode | null;
  readonly token: number;
  readonly logprob: number;
  readonly top: readonly TokenLogprob[] | undefined;
  /** What beams are ranked by: the sum of log-probabilities at the request's temperature. */
  readonly cumulative: number;
  readonly length: number;
}

interface FinishedBeam {
  readonly node: BeamNode;
  readonly score: number;
  readonly stop: SampleStop;
}

interface Candidate {
  readonly from: number;
  readonly token: number;
  readonly logprob: number;
  readonly cumulative: number;
}

/** What one round decided. */
export interface BeamStep {
  /** The beam that is now at place i goes on from the one that was at `from`, with `token`. */
  readonly forks: readonly { readonly from: number; readonly token: number }[];
  /** Whether no further round can change the results. */
  readonly isDone: boolean;
}

/** A completion that beam search found. */
export interface BeamResult {
  readonly tokens: readonly number[];
  readonly logprobs: readonly number[];
  readonly top?: readonly (readonly TokenLogprob[])[];
  /** Sum of log-probabilities / length ^ lengthPenalty. */
  readonly score: number;
  readonly stop: SampleStop;
}

/**
 * Beam search over rows of logits: says which beams go on from which, and leaves the model to the caller.
 *
 * As in vLLM (`beam_search`): each round looks at the 2 * width likeliest tokens of each live beam; those that end are
 * set aside, the best `width` of the others live on; at the end live and ended ones are ranked together by
 * score = cumulative / length ^ lengthPenalty, where the end token adds to the sum and not to the length. Unlike there the
 * length is that of the completion alone (at least 1), and the search ends early once no live beam can still
 * get among the results. Of equals the beam that ranked higher before wins, then the lower token id.
 */
export class BeamSearch {
  readonly #width: number;
  readonly #wanted: number;
  readonly #lengthPenalty: number;
  readonly #maxTokens: number;
  readonly #temperature: number;
  readonly #top: number | undefined;
  readonly #endTokens: ReadonlySet<number>;
  readonly #scratch: SamplerScratch;
  #live: readonly (BeamNode | null)[] = [null];
  #finished: FinishedBeam[] = [];
  #rounds = 0;

  /** @param request with `beamSearch`, as `validateSampleRequest` let it pass */
  constructor(
    request: SampleRequest,
    options: { readonly vocabularyTokens: number; readonly endTokens: readonly number[] },
  ) {
    const { width, lengthPenalty } = request.beamSearch!;
    this.#width = width;
    this.#wanted = request.n ?? width;
    this.#lengthPenalty = lengthPenalty;
    this.#maxTokens = request.maxTokens;
    const temperature = request.temperature ?? 1;
    this.#temperature = temperature < greedyTemperature ? 1 : temperature;
    this.#top = request.topLogprobs;
    this.#endTokens = new Set(request.ignoreEnd === true ? [] : options.endTokens);
    this.#scratch = new SamplerScratch(options.vocabularyTokens);
  }

  /**
   * @param rows logits [vocabulary] of each live beam, in their order; the first round has one, that of the prompt
   * @throws EngineError `numerical` where logits are not finite
   */
  advance(rows: readonly Float32Array[]): BeamStep {
    const candidates = rows.flatMap((row, from) => this.#candidates(row, from));
    candidates.sort((a, b) => b.cumulative - a.cumulative || a.from - b.from || a.token - b.token);
    const tops =
      this.#top === undefined
        ? null
        : rows.map((row) => topLogprobs(row, this.#top!, this.#normaliser(row), this.#scratch));
    this.#rounds++;

    const next: BeamNode[] = [];
    const forks: { from: number; token: number }[] = [];
    for (const candidate of candidates) {
      const { from, token, logprob, cumulative } = candidate;
      const node: BeamNode = {
        parent: this.#live[from]!,
        token,
        logprob,
        top: tops?.[from],
        cumulative,
        length: this.#rounds,
      };
      if (this.#endTokens.has(token)) {
        const score = this.#score(cumulative, this.#rounds - 1);
        this.#finished.push({ node, score, stop: { reason: "end" } });
      } else if (next.length < this.#width) {
        next.push(node);
        forks.push({ from, token });
      }
    }
    this.#live = next;
    this.#finished.sort((a, b) => b.score - a.score);
    this.#finished.length = Math.min(this.#finished.length, this.#width);
    const isDone = next.length === 0 || this.#rounds >= this.#maxTokens || !this.#canImprove(next);
    return { forks: isDone ? [] : forks, isDone };
  }

  /** Best first, `n` of them (default: the width), fewer where the vocabulary gives no more. */
  results(): readonly BeamResult[] {
    const live = this.#live.filter((node) => node !== null);
    const unfinished = live.map((node): FinishedBeam => {
      const score = this.#score(node.cumulative, node.length);
      return { node, score, stop: { reason: "length" } };
    });
    return [...this.#finished, ...unfinished]
      .sort((a, b) => b.score - a.score)
      .slice(0, this.#wanted)
      .map(resultOf);
  }

  #candidates(row: Float32Array, from: number): Candidate[] {
    const { ids, vocabularyTokens } = this.#scratch;
    const normaliser = this.#normaliser(row);
    const scaled = this.#temperature === 1 ? row : row.map((logit) => logit / this.#temperature);
    const scaledNormaliser = scaled === row ? normaliser : this.#normaliser(scaled);
    const before = this.#live[from]?.cumulative ?? 0;
    const wanted = Math.min(2 * this.#width, vocabularyTokens);
    for (let i = 0; i < vocabularyTokens; i++) ids[i] = i;
    partitionTop(ids, vocabularyTokens, row, wanted);
    const candidates: Candidate[] = [];
    for (const token of ids.subarray(0, wanted)) {
      if (row[token] === -Infinity) continue;
      const cumulative = before + scaled[token]! - scaledNormaliser;
      candidates.push({ from, token, logprob: row[token]! - normaliser, cumulative });
    }
    return candidates;
  }

  #normaliser(row: Float32Array): number {
    return logSumExp(row, this.#scratch.vocabularyTokens, this.#scratch.weights);
  }

  #score(cumulative: number, length: number): number {
    return cumulative / Math.max(1, length) ** this.#lengthPenalty;
  }

  /** Sums only fall, so a live beam's best score is its sum of now over the length that flatters it most. */
  #canImprove(live: readonly BeamNode[]): boolean {
    const worst = this.#finished[this.#wanted - 1];
    if (worst === undefined) return true;
    const length = this.#lengthPenalty > 0 ? this.#maxTokens : this.#rounds;
    return live.some((node) => this.#score(node.cumulative, length) > worst.score);
  }
}

function resultOf({ node, score, stop }: FinishedBeam): BeamResult {
  const path: BeamNode[] = [];
  for (let at: BeamNode | null = node; at !== null; at = at.parent) path.push(at);
  path.reverse();
  const result = {
    tokens: path.map((each) => each.token),
    logprobs: path.map((each) => each.logprob),
    score,
    stop,
  };
  if (node.top === undefined) return result;
  return { ...result, top: path.map((each) => each.top ?? []) };
}
