import { expect, test } from "vitest";
import { tinyShapes } from "../trust/testing/shapes.ts";
import { weightShapes } from "./weight-shapes.ts";

const maps = ["q_proj", "k_proj", "v_proj", "o_proj"].map((name) => `self_attn.${name}.weight`);
const shared = [
  ...maps,
  ...["gate_proj", "up_proj", "down_proj"].map((name) => `mlp.${name}.weight`),
  "input_layernorm.weight",
  "post_attention_layernorm.weight",
];
const biases = ["q_proj", "k_proj", "v_proj"].map((name) => `self_attn.${name}.bias`);
const headNorms = ["self_attn.q_norm.weight", "self_attn.k_norm.weight"];

test.each([
  ["llama, tied", shared, false],
  ["llama, untied, linear rope, one key head", shared, true],
  ["qwen2, biases, odd vocabulary", [...shared, ...biases], false],
  ["qwen3, head norms, heads wider than the model, untied", [...shared, ...headNorms], true],
] as const)("%s has the tensors of its family's files", (name, layer, hasHead) => {
  const shape = tinyShapes[name]!;
  const names = [...weightShapes(shape).keys()];
  const outside = ["embed_tokens.weight", "norm.weight", ...(hasHead ? ["lm_head.weight"] : [])];
  expect(names.filter((tensor) => !tensor.startsWith("layers."))).toEqual(outside);
  for (let index = 0; index < shape.layers; index++) {
    const prefix = `layers.${index}.`;
    const found = names.filter((tensor) => tensor.startsWith(prefix));
    const inLayer = found.map((tensor) => tensor.slice(prefix.length));
    expect(new Set(inLayer)).toEqual(new Set(layer));
    expect(inLayer).toHaveLength(layer.length);
  }
});

test("shapes are [outputs, inputs]", () => {
  const shapes = weightShapes(tinyShapes["qwen3, head norms, heads wider than the model, untied"]!);
  expect(Object.fromEntries([...shapes].filter(([name]) => !name.startsWith("layers.1.")))).toEqual(
    {
      "embed_tokens.weight": [42, 16],
      "layers.0.input_layernorm.weight": [16],
      "layers.0.self_attn.q_proj.weight": [64, 16],
      "layers.0.self_attn.k_proj.weight": [32, 16],
      "layers.0.self_attn.v_proj.weight": [32, 16],
      "layers.0.self_attn.o_proj.weight": [16, 64],
      "layers.0.self_attn.q_norm.weight": [16],
      "layers.0.self_attn.k_norm.weight": [16],
      "layers.0.mlp.gate_proj.weight": [24, 16],
      "layers.0.mlp.up_proj.weight": [24, 16],
      "layers.0.mlp.down_proj.weight": [16, 24],
      "layers.0.post_attention_layernorm.weight": [16],
      "norm.weight": [16],
      "lm_head.weight": [42, 16],
    },
  );
});
