import type { Template } from "../texts/template.ts";
import { CallSequence, type Moments } from "./call-sequence.ts";
import { columnTime, type MarkName } from "./marks.ts";
import type { StagedRows } from "./staged-rows.ts";
import { variedValues } from "./varied-call.ts";

/** One in so many calls is stored twice: its start, and in a later flush its end. */
const callsPerEarlyStart = 10;
/** One in so many calls is deleted. */
const callsPerDeletion = 500;
const medianLatencyMs = 850;
const mostLatencyMs = 120_000;

/** The rows of some calls, by the flush that stores them. */
export interface Stages {
  /** In the flush before. */
  readonly early: string[];
  readonly now: string[];
  /** In any flush after. */
  readonly late: string[];
}

/** One client, whose calls come one after the other and take different times. */
export class StagedWriter {
  readonly #samples: readonly StagedRows[];
  readonly #writer: number;
  readonly #sequence: CallSequence;
  #next: number;

  /** The number of the writer, of so many, decides with which sample it begins. */
  constructor(samples: readonly StagedRows[], writer: number, of: number, moments: Moments) {
    this.#samples = samples;
    this.#writer = writer;
    this.#next = Math.floor((writer * samples.length) / of);
    this.#sequence = new CallSequence(moments, { latencyMs: someLatencyMs, idsHaveStart: true });
  }

  next(count: number): Stages {
    const stages: Stages = { early: [], now: [], late: [] };
    for (let call = 0; call < count; call += 1) {
      const index = this.#next % this.#samples.length;
      const sample = this.#samples[index];
      this.#next += 1;
      if (!sample) throw new Error("There are no samples.");
      const ticket = variedValues.ticket(index, this.#writer);
      const { startedAt, endedAt, ...ids } = this.#sequence.next();
      const marks = { ...ids, startedAt: columnTime(startedAt), endedAt: columnTime(endedAt) };
      const row = (template: Template<MarkName>): string =>
        template.filled(marks).replaceAll(sample.placeholder, ticket);
      stages.now.push(row(sample.whole));
      if (isOneIn(callsPerEarlyStart)) stages.early.push(row(sample.start));
      if (isOneIn(callsPerDeletion)) stages.late.push(row(sample.deleted));
    }
    return stages;
  }
}

function isOneIn(count: number): boolean {
  return Math.random() * count < 1;
}

/** Most calls are quick and some take long: a log-normal distribution. */
function someLatencyMs(): number {
  const normal =
    Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return Math.min(medianLatencyMs * Math.exp(normal), mostLatencyMs);
}
