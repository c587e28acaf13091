import { afterAll, beforeAll, expect, test } from "vitest";
import type { Adapter } from "../adapters/adapter.ts";
import { PagedCache } from "../cache/paged-cache.ts";
import { Compute } from "../compute/compute.ts";
import type { DecodeRow } from "../model/decode-batch.ts";
import { Model } from "../model/model.ts";
import { decodeInChunks, decodeRows, rowsOf } from "./testing/decoded.ts";
import { differingRows } from "./testing/differences.ts";
import { fillRandomly, randomTokens } from "./testing/random-weights.ts";
import { threadedShape } from "./testing/shapes.ts";

// Every comparison here is of bits: a seed must give the same tokens whatever else is in the batch.

interface Setting {
  readonly compute: Compute;
  readonly model: Model;
  readonly adapters: readonly Adapter[];
  readonly cache: PagedCache;
}

const length = 90;
const tokens = randomTokens(length, threadedShape.vocabulary, 3);
const one = setting(1);
const three = setting(3);
let alone: Float32Array[];

beforeAll(() => {
  alone = decodeInChunks(one.model, one.cache, tokens, Array(length).fill(1));
});

afterAll(async () => {
  await Promise.all([one.compute.close(), three.compute.close()]);
});

function setting(threads: number): Setting {
  const compute = new Compute({ threads });
  const model = new Model(threadedShape, compute);
  fillRandomly(model.weights, 1);
  const adapters = [3, 8].map((rank, i) => {
    const adapter = model.createAdapter({ rank, alpha: 8, targets: "all", trainable: false });
    fillRandomly(adapter.tensors, 5 + i);
    return adapter;
  });
  return {
    compute,
    model,
    adapters,
    cache: new PagedCache(threadedShape, compute, { maxBytes: 2 ** 24 }),
  };
}

test.each([
  ["whole", [length]],
  ["cut at a page", [16, 74]],
  ["cut within a page", [5, 30, 55]],
  ["cut into pieces of many sizes", [1, 2, 3, 17, 33, 34]],
])("a prompt has the same logits %s as token by token", (_, sizes) => {
  expect(differingRows(decodeInChunks(one.model, one.cache, tokens, sizes), alone)).toEqual([]);
});

test("threads change nothing", () => {
  expect(differingRows(decodeInChunks(three.model, three.cache, tokens, [length]), alone)).toEqual(
    [],
  );
  const single = decodeInChunks(three.model, three.cache, tokens, Array(length).fill(1));
  expect(differingRows(single, alone)).toEqual([]);
});

test.each([1, 2, 3, 15, 16, 17, 64, 70])(
  "company of %i other sequences changes nothing",
  (others) => {
    const { model, cache } = one;
    const watched = cache.sequence();
    const company = Array.from({ length: others }, () => cache.sequence());
    const seen: Float32Array[] = [];
    for (let t = 0; t < 20; t++) {
      const rows = company.map(
        (sequence, i) =>
          rowsOf(sequence, Int32Array.of((t * 31 + i * 7) % threadedShape.vocabulary))[0]!,
      );
      const place = (t * 11) % (others + 1);
      rows.splice(place, 0, rowsOf(watched, tokens.subarray(t, t + 1))[0]!);
      seen.push(decodeRows(model, cache, rows)[place]!);
    }
    for (const sequence of [watched, ...company]) sequence.release();
    expect(differingRows(seen, alone.slice(0, 20))).toEqual([]);
  },
);

test("a batch of mixed adapters gives each row what it has alone", () => {
  const { model, adapters, cache } = one;
  const choices = [null, ...adapters, null, adapters[0]!];
  const apart = choices.map((adapter) =>
    decodeInChunks(model, cache, tokens.subarray(0, 24), [24], adapter),
  );
  expect(differingRows(apart[0]!, apart[1]!)).toHaveLength(24);
  expect(differingRows(apart[1]!, apart[2]!)).toHaveLength(24);

  const sequences = choices.map(() => cache.sequence());
  const rows = choices.flatMap((adapter, i): DecodeRow[] =>
    rowsOf(sequences[i]!, tokens.subarray(0, 24), adapter),
  );
  expect(differingRows(decodeRows(model, cache, rows), apart.flat())).toEqual([]);
  for (const sequence of sequences) sequence.truncate(0);
  const single = choices.map(
    (adapter, i) => rowsOf(sequences[i]!, tokens.subarray(0, 1), adapter)[0]!,
  );
  const first = apart.map((logits) => logits[0]!);
  expect(differingRows(decodeRows(model, cache, single), first)).toEqual([]);
  for (const sequence of sequences) sequence.release();
});

test("only the rows that want logits get them, and they are the same", () => {
  const { model, cache } = one;
  const sequence = cache.sequence();
  const rows = rowsOf(sequence, tokens).map((row, t) => ({ ...row, wantsLogits: t % 7 === 3 }));
  const wanted = decodeRows(model, cache, rows);
  sequence.release();
  const expected = alone.filter((_, t) => t % 7 === 3);
  expect(differingRows(wanted, expected)).toEqual([]);
});

test("a fork goes on from what it shares, and neither feels the other", () => {
  const { model, cache } = one;
  const trunk = cache.sequence();
  decodeRows(model, cache, rowsOf(trunk, tokens.subarray(0, 21)));
  const fork = trunk.fork();
  const other = randomTokens(10, threadedShape.vocabulary, 9);
  const forked = decodeRows(model, cache, rowsOf(fork, other));
  const rest = decodeRows(model, cache, rowsOf(trunk, tokens.subarray(21, 40)));
  expect(differingRows(rest, alone.slice(21, 40))).toEqual([]);
  const joined = Int32Array.of(...tokens.subarray(0, 21), ...other);
  const whole = decodeInChunks(model, cache, joined, [31]);
  expect(differingRows(forked, whole.slice(21))).toEqual([]);
  trunk.release();
  fork.release();
});

test("what was truncated leaves no trace", () => {
  const { model, cache } = one;
  const sequence = cache.sequence();
  decodeRows(model, cache, rowsOf(sequence, randomTokens(50, threadedShape.vocabulary, 8)));
  sequence.truncate(0);
  decodeRows(model, cache, rowsOf(sequence, tokens.subarray(0, 35)));
  decodeRows(model, cache, rowsOf(sequence, randomTokens(20, threadedShape.vocabulary, 7)));
  sequence.truncate(35);
  const rest = decodeRows(model, cache, rowsOf(sequence, tokens.subarray(35)));
  expect(differingRows(rest, alone.slice(35))).toEqual([]);
  sequence.release();
});
