import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";

import { Compute } from "../compute/compute.ts";
import { temporaryFolder, tinyShape } from "../embedded/testing/tiny-model.ts";
import { Model } from "../model/model.ts";
import { writePeft } from "../weights/peft.ts";
import { SamplerAdapters } from "./sampler-adapters.ts";

const { folder, remove } = temporaryFolder();
const compute = new Compute();
const model = new Model(tinyShape, compute);
let adapterBytes = 0;

beforeAll(() => {
  for (const name of ["a", "b", "c"]) {
    const adapter = model.createAdapter({ rank: 2, alpha: 32, targets: "mlp", trainable: false });
    adapterBytes = adapter.tensors.count * 4;
    mkdirSync(`${folder}/${name}`);
    for (const file of writePeft(adapter, "test/tiny"))
      writeFileSync(`${folder}/${name}/${file.name}`, file.bytes);
    adapter.free();
  }
});
afterAll(async () => {
  remove();
  await compute.close();
});

function open(room: number): {
  samplers: SamplerAdapters;
  gone: string[];
  use: (name: string) => () => void;
} {
  const gone: string[] = [];
  const samplers = new SamplerAdapters(model, room * adapterBytes, (key) => gone.push(key));
  return {
    samplers,
    gone,
    use: (name) => {
      const lease = samplers.lease(name, `${folder}/${name}`);
      return () => lease.release();
    },
  };
}

it("frees the least recently used first, when there is no room for all", () => {
  const { gone, use } = open(2);
  use("a")();
  use("b")();
  use("a")();
  use("c")();
  expect(gone).toEqual(["b"]);
});

it("never frees one in use, whatever the room", () => {
  const { samplers, gone, use } = open(1);
  const releases = [use("a"), use("b"), use("c")];
  expect([samplers.count, gone]).toEqual([3, []]);
  for (const release of releases) release();
  expect([samplers.count, gone]).toEqual([1, ["a", "b"]]);
});

it("frees a retired one with its last user, counting each user once", () => {
  const before = compute.memory.bytes;
  const { gone, use, samplers } = open(3);
  const [first, second] = [use("a"), use("a")];
  samplers.retire("a");
  first();
  first();
  expect(gone).toEqual([]);
  second();
  expect(gone).toEqual(["a"]);
  expect(compute.memory.bytes).toBe(before);
});

it("says that an adapter was retired when its folder is gone", () => {
  const { samplers } = open(2);
  expect(() => samplers.lease("m/v", `${folder}/gone`)).toThrow(/m\/v was retired/u);
});
