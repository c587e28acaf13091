import { expect, test } from "vitest";
import { Compute } from "../compute/compute.ts";
import { TensorGroup } from "./tensor-group.ts";

const compute = new Compute();
const shapes = new Map<string, readonly number[]>([
  ["matrix", [5, 12]],
  ["vector", [7]],
  ["odd", [3, 3]],
]);

test("tensors do not overlap, in any of the four blocks", () => {
  const group = new TensorGroup(compute, shapes, { trainable: true });
  const kinds = ["floats", "gradient", "firstMoment", "secondMoment"] as const;
  for (const [i, kind] of kinds.entries()) {
    for (const [j, name] of [...group.names()].entries()) group[kind](name).fill(10 * i + j + 1);
  }
  for (const [i, kind] of kinds.entries()) {
    for (const [j, name] of [...group.names()].entries()) {
      expect(new Set(group[kind](name)), `${kind} of ${name}`).toEqual(new Set([10 * i + j + 1]));
    }
  }
});

test("tensors begin on cache lines and rows are stored up to a multiple of four", () => {
  const group = new TensorGroup(compute, shapes);
  for (const name of group.names()) expect(group.pointer(name) % 64, name).toBe(0);
  expect(group.pointer("vector") - group.pointer("matrix")).toBe(8 * 12 * 4);
  expect(group.floats("matrix")).toHaveLength(60);
  expect(group.shape("matrix")).toEqual([5, 12]);
});

test("a copy has the weights, no training state, and a life of its own", () => {
  const group = new TensorGroup(compute, shapes, { trainable: true });
  group.floats("matrix").fill(3);
  const copy = group.copy();
  group.floats("matrix").fill(4);
  expect(copy.isTrainable).toBe(false);
  group.free();
  expect(new Set(copy.floats("matrix"))).toEqual(new Set([3]));
  expect([...copy.names()]).toEqual([...shapes.keys()]);
});

test("training can end and begin again, from zero", () => {
  const group = new TensorGroup(compute, shapes, { trainable: true });
  group.firstMoment("vector").fill(1);
  group.gradient("vector").fill(1);
  group.step = 9;
  const bytes = compute.memory.bytes;
  group.disableTraining();
  expect(compute.memory.bytes).toBeLessThan(bytes);
  expect(() => group.gradient("vector")).toThrow(/not trainable/u);
  group.enableTraining();
  expect(compute.memory.bytes).toBe(bytes);
  expect(group.step).toBe(0);
  expect(new Set([...group.gradient("vector"), ...group.firstMoment("vector")])).toEqual(
    new Set([0]),
  );
});

test("a saved gradient comes back, also when there was none, and costs nothing then", () => {
  const group = new TensorGroup(compute, shapes, { trainable: true });
  const bytes = compute.memory.bytes;
  const none = group.saveGradient();
  expect(compute.memory.bytes).toBe(bytes);
  group.gradient("odd").fill(2);
  none.restore();
  expect(new Set(group.gradient("odd"))).toEqual(new Set([0]));
  group.gradient("odd").fill(5);
  const some = group.saveGradient();
  group.gradient("odd").fill(6);
  some.restore();
  expect(new Set(group.gradient("odd"))).toEqual(new Set([5]));
  expect(compute.memory.bytes).toBe(bytes);
});

test("a group that does not fit leaves no memory behind", () => {
  const small = new Compute({ maxBytes: 8 * 2 ** 20 });
  const bytes = small.memory.bytes;
  const tooLarge = new Map([["w", [600_000]]]);
  expect(() => new TensorGroup(small, tooLarge, { trainable: true })).toThrow(
    expect.objectContaining({ kind: "busy" }),
  );
  expect(small.memory.bytes).toBe(bytes);
  const group = new TensorGroup(small, tooLarge);
  expect(() => group.enableTraining()).toThrow(expect.objectContaining({ kind: "busy" }));
  expect(group.isTrainable).toBe(false);
  group.free();
  expect(small.memory.bytes).toBe(bytes);
});

test("a name that is not there is told", () => {
  expect(() => new TensorGroup(compute, shapes).floats("toString")).toThrow(/"toString"/u);
});
