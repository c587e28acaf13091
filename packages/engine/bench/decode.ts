/**
 * `node packages/engine/bench/decode.ts [--prototype=FOLDER] [--before=CHECKOUT] [--quick]`: how fast streams are decoded
 * and prompts computed, by the model alone and through the whole engine, in turns with another engine in a folder, with
 * another checkout of this one and with @jax-js/jax. Prints JSON; `npm run bench -- engine-decode` makes a table of it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { contest } from "./contest.ts";
import type { Contestant, Score } from "./contest.ts";
import { bareDecoding } from "./contestants/bare-decoding.ts";
import type { Decoding, DecodingJob } from "./contestants/decoding.ts";
import { engineDecoding } from "./contestants/engine-decoding.ts";
import { jaxDecoding } from "./contestants/jax-decoding.ts";
import { otherDecoding } from "./contestants/other-decoding.ts";
import { writeRandomFolder } from "./models/random-folder.ts";
import { shapes, type ShapeName } from "./models/shapes.ts";
import { openOtherCheckout } from "./other-checkout.ts";
import { openOtherEngine } from "./other-engine.ts";

/**
 * One job and how the contestants did: bare first, then engine, and other, beforeBare, beforeEngine and jax where they take
 * part.
 */
export interface DecodingTimes {
  readonly model: ShapeName;
  readonly threads: number;
  /** Streams that go on together; null for a prompt. */
  readonly streams: number | null;
  /** Tokens of all streams, or of the prompt. */
  readonly tokens: number;
  readonly scores: Readonly<Record<string, Score>>;
}

/** What one model is measured with. */
interface Setting {
  readonly model: ShapeName;
  readonly threads: number;
  readonly jobs: readonly DecodingJob[];
  readonly prompts: readonly number[];
  readonly withJax: boolean;
  readonly turns: number;
}

const { values: flags } = parseArgs({
  options: {
    prototype: { type: "string" },
    before: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const small: readonly DecodingJob[] = [
  { streams: 1, tokens: 192 },
  { streams: 8, tokens: 64 },
  { streams: 64, tokens: 32 },
];
const large: readonly DecodingJob[] = [
  { streams: 1, tokens: 10 },
  { streams: 8, tokens: 6 },
];
const alone = { threads: 1, prompts: [], withJax: false } as const;
const settings: readonly Setting[] = flags.quick
  ? [
      { ...alone, model: "builtIn", jobs: small, prompts: [128], turns: 2 },
      { ...alone, model: "tiny", jobs: [{ streams: 1, tokens: 64 }], withJax: true, turns: 2 },
    ]
  : [
      { ...alone, model: "builtIn", jobs: small, prompts: [128, 1024], withJax: true, turns: 25 },
      { ...alone, model: "builtIn", threads: 2, jobs: small, prompts: [1024], turns: 15 },
      { ...alone, model: "tiny", jobs: small, withJax: true, turns: 25 },
      { ...alone, model: "medium", jobs: large, prompts: [128], turns: 5 },
      { ...alone, model: "medium", threads: 2, jobs: large, prompts: [128], turns: 5 },
    ];

const other = flags.prototype === undefined ? null : await openOtherEngine(flags.prototype);
const before = flags.before === undefined ? null : await openOtherCheckout(flags.before);
const root = mkdtempSync(join(tmpdir(), "heddle-bench-decode-"));
const results: DecodingTimes[] = [];
try {
  for (const setting of settings) results.push(...(await measure(setting)));
} finally {
  rmSync(root, { recursive: true, force: true });
}
console.log(JSON.stringify(results));

async function measure(setting: Setting): Promise<DecodingTimes[]> {
  const { model, threads, turns } = setting;
  const folder = await writeRandomFolder(join(root, model), shapes[model]);
  const bare = bareDecoding(folder, threads);
  const streams = Math.max(...setting.jobs.map((job) => job.streams));
  const ways: Readonly<Record<string, Decoding>> = {
    bare,
    engine: await engineDecoding(folder, threads),
    ...(other === null ? {} : { other: otherDecoding(other, bare.model, { threads, streams }) }),
    ...(before === null
      ? {}
      : {
          beforeBare: before.bareDecoding(folder, threads),
          beforeEngine: await before.engineDecoding(folder, threads),
        }),
  };
  const run = (of: (way: Decoding) => void | Promise<void>): Contestant[] =>
    Object.entries(ways).map(([name, way]) => ({ name, run: () => of(way) }));
  const times: DecodingTimes[] = [];
  const found = async (
    contestants: readonly Contestant[],
    job: { readonly streams: number | null; readonly tokens: number },
  ): Promise<void> => {
    times.push({ model, threads, ...job, scores: await contest(contestants, { turns }) });
  };
  for (const job of setting.jobs) {
    const tokens = job.streams * job.tokens;
    await found(
      run((way) => way.decode(job)),
      { streams: job.streams, tokens },
    );
  }
  if (setting.withJax) {
    const tokens = 24;
    const jax = await jaxDecoding(bare.model);
    const contestants = [
      { name: "bare", run: () => bare.decode({ streams: 1, tokens }) },
      { name: "jax", run: () => jax(tokens) },
    ];
    await found(contestants, { streams: 1, tokens });
  }
  for (const tokens of setting.prompts)
    await found(
      run((way) => way.prefill(tokens)),
      { streams: null, tokens },
    );
  for (const way of Object.values(ways)) await way.close();
  return times;
}
