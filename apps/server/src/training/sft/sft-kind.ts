import type { BaseText } from "@heddle/engine";
import type { Blobs } from "../../store/blobs/blobs.ts";
import { requestBounds } from "../../config/request-bounds.ts";
import type { JobKind, StoredJob } from "../jobs/job-kind.ts";
import { JobFailure } from "../jobs/job-work.ts";
import { sftConfig } from "./sft-config.ts";
import { prepareSftWork } from "./sft-work.ts";
import { textLines } from "./text-lines.ts";
import type { TrainingData } from "./training-data.ts";

/** What jobs on examples stand on. */
export interface SftKindOptions {
  readonly blobs: Blobs;
  readonly data: TrainingData;
  /** Tokenizer and chat template of a base model. */
  readonly text: (baseModel: string) => BaseText;
}

/** Jobs on examples. */
export function sftKind({ blobs, data, text }: SftKindOptions): JobKind {
  return {
    refuse: (config) => {
      sftConfig(config);
    },
    prepare: async (stored, context) => {
      const { config, baseId } = stored.job;
      const digest = await keptData(stored, { blobs, data }, context.signal);
      const lines = (signal: AbortSignal) => linesOfBlob(blobs, digest, signal);
      return await prepareSftWork(
        { config: sftConfig(config), text: text(baseId), lines },
        context,
      );
    },
  };
}

/**
 * Reads the examples once and keeps them, so that a job that was cut off goes on with the same ones, and
 * its record tells which they were.
 */
async function keptData(
  { job, journal }: StoredJob,
  { blobs, data }: Pick<SftKindOptions, "blobs" | "data">,
  signal: AbortSignal,
): Promise<string> {
  if (job.dataDigest !== null) return job.dataDigest;
  if (job.dataUrl === null) throw new Error("A job on examples has no address of its data.");
  // Line ends that the file lacked add a byte each.
  const maxBytes = 2 * requestBounds.trainingDataBytes.limit;
  const staged = await blobs.stage(asBytes(data.lines(job.dataUrl, signal)), { maxBytes, signal });
  await staged.commit();
  await journal.keptData(staged.digest);
  return staged.digest;
}

async function* asBytes(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield Buffer.from(`${line}\n`);
}

async function* linesOfBlob(
  blobs: Blobs,
  digest: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const found = await blobs.open(digest, signal);
  if (found === undefined) throw new JobFailure("The kept training data is gone from the store.");
  yield* textLines(found.stream);
}
