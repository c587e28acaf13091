import { expect, test } from "vitest";
import { Compute } from "../compute/compute.ts";
import { tinyShapes } from "../trust/testing/shapes.ts";
import { Adapter } from "./adapter.ts";

const shape = tinyShapes["llama 3 rope, heads narrower than the model"]!;
const compute = new Compute();
const options = { rank: 4, alpha: 32, targets: "all", trainable: false } as const;

test.each([
  ["all", ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]],
  ["attention", ["q_proj", "k_proj", "v_proj", "o_proj"]],
  ["mlp", ["gate_proj", "up_proj", "down_proj"]],
] as const)("targets %s touches these maps of each layer and no other", (targets, places) => {
  const adapter = Adapter.create(compute, shape, { ...options, targets });
  const names = [...adapter.tensors.names()].filter((name) => name.startsWith("layers.1."));
  expect(names.map((name) => name.split(".").slice(-2).join("."))).toEqual(
    places.flatMap((place) => [`${place}.lora_A`, `${place}.lora_B`]),
  );
});

test("A is [rank, inputs], B is [outputs, rank] and zero, the scale is alpha / rank", () => {
  const { tensors, scale } = Adapter.create(compute, shape, options);
  expect(tensors.shape("layers.0.self_attn.q_proj.lora_A")).toEqual([4, 20]);
  expect(tensors.shape("layers.0.self_attn.q_proj.lora_B")).toEqual([16, 4]);
  expect(tensors.shape("layers.0.mlp.down_proj.lora_A")).toEqual([4, 24]);
  expect(tensors.shape("layers.0.mlp.down_proj.lora_B")).toEqual([20, 4]);
  expect(new Set(tensors.floats("layers.1.mlp.up_proj.lora_B"))).toEqual(new Set([0]));
  expect(scale).toBe(8);
});

test("the same seed makes the same adapter, another seed another", () => {
  const [first, same, other] = [1, 1, 2].map((seed) =>
    Adapter.create(compute, shape, { ...options, seed }).tensors.floats(
      "layers.1.mlp.up_proj.lora_A",
    ),
  );
  expect(same).toEqual(first);
  expect(other).not.toEqual(first);
});

test.each([
  ["rank", { rank: 0 }],
  ["rank", { rank: 2.5 }],
  ["rank", { rank: 21 }],
  ["alpha", { alpha: NaN }],
])("%s out of range is refused by name: %o", (parameter, wrong) => {
  expect(() => Adapter.create(compute, shape, { ...options, ...wrong })).toThrow(
    expect.objectContaining({ kind: "invalid", parameter }),
  );
});
