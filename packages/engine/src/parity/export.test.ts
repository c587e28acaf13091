import { expect, test } from "vitest";

import { readPeft, writePeft } from "../weights/peft.ts";
import { readSafetensors } from "../weights/safetensors.ts";
import { Fixture, fixtureFamilies } from "./testing/fixture.ts";
import { decodedLogits } from "./testing/logits.ts";

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
