import { afterAll, beforeAll, expect, test } from "vitest";

import type { AdapterFile } from "../engine.ts";
import { readPeft, writePeft } from "../weights/peft.ts";
import { readSafetensors } from "../weights/safetensors.ts";
import { importedFixtures } from "./testing/adapter-fixture.ts";
import { FamilyEngine } from "./testing/family-engine.ts";
import { Fixture, fixtureFamilies } from "./testing/fixture.ts";
import { decodedLogits } from "./testing/logits.ts";

let opened: FamilyEngine;

beforeAll(async () => {
  opened = await FamilyEngine.open();
});
afterAll(() => opened.close());

test.each(fixtureFamilies)(
  "%s: an adapter of peft, exported and read back, gives the same logits",
  (family) => {
    const fixture = new Fixture(family);
    const model = fixture.load();
    const adapter = readPeft(fixture.adapterFiles(), model);
    const exported = readPeft(writePeft(adapter, family), model);
    const tokens = fixture.expected.tokens.slice(0, -1);
    expect(decodedLogits(model, exported, tokens, 40)).toEqual(
      decodedLogits(model, adapter, tokens, 40),
    );
  },
);

test.each(fixtureFamilies)(
  "%s: what peft wrote is in the export under the same names, byte for byte",
  (family) => {
    const fixture = new Fixture(family);
    const files = fixture.adapterFiles();
    const exported = writePeft(readPeft(files, fixture.load()), family);
    const [theirs, ours] = [files, exported].map((folder) => {
      const file = folder.find(({ name }) => name === "adapter_model.safetensors");
      return readSafetensors(file!.bytes, "adapter").tensors;
    });
    for (const [name, tensor] of theirs!) {
      const { dtype, shape, bytes } = ours!.get(name)!;
      expect({ dtype, shape, bytes: [...bytes] }, name).toEqual({
        ...tensor,
        bytes: [...tensor.bytes],
      });
    }
  },
);

const allLinear = importedFixtures().filter(({ name }) => name === "all-linear");

test.each(allLinear)(
  "$family: what the engine trained is exported in the form that peft gives an adapter of all-linear",
  async ({ family, files }) => {
    const { engine } = opened;
    const { tokens } = new Fixture(family).expected;
    const handle = await engine.openModel({
      modelKey: `form-${family}`,
      baseModel: family,
      lora: { rank: 1, alpha: 2 },
    });
    const datum = {
      inputTokens: Int32Array.from(tokens.slice(0, -1)),
      targetTokens: Int32Array.from(tokens.slice(1)),
    };
    await engine.accumulate(handle, [datum], { name: "cross_entropy" });
    await engine.step(handle, { learningRate: 0.02 });
    const ours = await opened.exported(await engine.publish(handle, "1"));

    expect(ours.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
    expect(formOf(ours)).toEqual(formOf(files));
    const [ourConfig, theirConfig] = [configOf(ours), configOf(files)];
    expect(
      Object.keys(ourConfig).filter((name) => !Object.hasOwn(theirConfig, name)),
      "members that peft does not know",
    ).toEqual([]);
    // Of where it came from, and of which maps: this adapter lists the same maps by other names.
    const own = ["base_model_name_or_path", "init_lora_weights", "target_modules"];
    for (const [name, value] of Object.entries(ourConfig))
      if (!own.includes(name)) expect(value, name).toEqual(theirConfig[name]);
  },
);

/** Names, types and shapes of the tensors, in the order of their names. */
function formOf(files: readonly AdapterFile[]): unknown {
  const file = files.find(({ name }) => name === "adapter_model.safetensors");
  const { tensors } = readSafetensors(file!.bytes, "adapter");
  return [...tensors]
    .map(([name, { dtype, shape }]) => ({ name, dtype, shape }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function configOf(files: readonly AdapterFile[]): Record<string, unknown> {
  const file = files.find(({ name }) => name === "adapter_config.json");
  return JSON.parse(new TextDecoder().decode(file!.bytes)) as Record<string, unknown>;
}
