import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { Compute } from "../compute/compute.ts";
import { temporaryFolder } from "../embedded/testing/tiny-model.ts";
import { Model } from "../model/model.ts";
import { loadWeights } from "../weights/load-weights.ts";
import { writeMergedModel } from "../weights/merged-model.ts";
import { readModelFolder } from "../weights/model-folder.ts";
import { readPeft } from "../weights/peft.ts";
import { readSafetensors } from "../weights/safetensors.ts";
import { WeightFiles } from "../weights/weight-files.ts";
import { changedPeftFiles } from "../weights/testing/peft-files.ts";
import { Fixture, type FixtureFamily, fixtureFamilies } from "./testing/fixture.ts";
import { decodedLogits, relativeDifference } from "./testing/logits.ts";

/** The share of the logits that rounding to the base's type may change: BF16 has 8 bits, F32 24, F16 11. */
const tolerances: Readonly<Record<FixtureFamily, number>> = {
  llama: 0.02,
  qwen2: 1e-5,
  qwen3: 0.003,
};

let temporary: ReturnType<typeof temporaryFolder>;
let out: string;

beforeEach(() => {
  temporary = temporaryFolder();
  out = temporary.folder;
});
afterEach(() => temporary.remove());

function logitsOf(folder: string, tokens: readonly number[]): Float32Array {
  const read = readModelFolder(folder);
  const model = new Model(read.shape, new Compute());
  loadWeights(read, model);
  return decodedLogits(model, null, tokens, tokens.length);
}

test.each(fixtureFamilies)("%s: the merged model gives the logits of peft's adapter", (family) => {
  const fixture = new Fixture(family);
  writeMergedModel(fixture.folder, fixture.adapterFiles(), out);
  const tokens = fixture.expected.tokens.slice(0, -1);
  const merged = logitsOf(out, tokens);
  const limit = tolerances[family];
  expect(relativeDifference(merged, fixture.tensor("adapted_logits"))).toBeLessThan(limit);
  const model = fixture.load();
  const adapter = readPeft(fixture.adapterFiles(), model);
  const adapted = decodedLogits(model, adapter, tokens, tokens.length);
  expect(relativeDifference(merged, adapted)).toBeLessThan(limit);
  // Without this the comparison would say little.
  expect(relativeDifference(merged, fixture.tensor("logits"))).toBeGreaterThan(0.5);
});

test.each(fixtureFamilies)("%s: the folder has the base's files, names and types", (family) => {
  const fixture = new Fixture(family);
  const { folder } = fixture.folder;
  writeMergedModel(fixture.folder, fixture.adapterFiles(), out);
  expect(readdirSync(out).sort()).toEqual(readdirSync(folder).sort());
  for (const name of readdirSync(folder)) {
    const [theirs, ours] = [folder, out].map((one) => readFileSync(join(one, name)));
    if (!name.endsWith(".safetensors")) expect(ours, name).toEqual(theirs);
    else expect(formOf(ours!), name).toEqual(formOf(theirs!));
  }
});

test("weights that the adapter does not touch stay as they are, bit for bit", () => {
  const fixture = new Fixture("qwen2");
  writeMergedModel(fixture.folder, fixture.adapterFiles(), out);
  const touched = changedWeights(fixture.folder.folder, out);
  expect(touched.length).toBeGreaterThan(0);
  expect(touched.filter((name) => !/\.self_attn\.[qv]_proj\.weight$/u.test(name))).toEqual([]);
});

test("a value that F16 cannot hold is refused by name", () => {
  const fixture = new Fixture("qwen3");
  const adapter = readPeft(fixture.adapterFiles(), fixture.load());
  const files = changedPeftFiles(adapter, { lora_alpha: 1e7 });
  expect(() => writeMergedModel(fixture.folder, files, out)).toThrow(
    /tensor model\.layers\.\d\.self_attn\.\w_proj\.weight: with the adapter, value \d+ is -?\d+.*, which F16 cannot hold/u,
  );
});

test("an adapter of another base is refused before a file is written", () => {
  const files = new Fixture("llama").adapterFiles();
  expect(() => writeMergedModel(new Fixture("qwen3").folder, files, out)).toThrow("another base");
  expect(readdirSync(out)).toEqual([]);
});

function formOf(bytes: Uint8Array): unknown {
  const { tensors, metadata } = readSafetensors(bytes, "weights");
  return [metadata, [...tensors].map(([name, { dtype, shape }]) => ({ name, dtype, shape }))];
}

/** The names of the weights that differ between two folders. */
function changedWeights(before: string, after: string): string[] {
  const [one, other] = [new WeightFiles(before), new WeightFiles(after)];
  const valuesOf = ({ weights }: WeightFiles, name: string): Uint8Array => {
    const { file, name: stored } = weights.get(name)!;
    return Buffer.concat([...file.bytesOf(stored)].map((piece) => Buffer.from(piece)));
  };
  try {
    return [...one.weights.keys()].filter(
      (name) => Buffer.compare(valuesOf(one, name), valuesOf(other, name)) !== 0,
    );
  } finally {
    one.close();
    other.close();
  }
}
