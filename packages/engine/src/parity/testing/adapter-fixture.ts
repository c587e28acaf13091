import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { AdapterFile } from "../../engine.ts";
import { readSafetensors, toFloats } from "../../weights/safetensors.ts";
import { type FixtureFamily, fixtureFamilies } from "./fixture.ts";

/** An adapter that peft wrote; see `parity/README.md`. */
export interface AdapterFixture {
  readonly family: FixtureFamily;
  readonly name: string;
  readonly files: readonly AdapterFile[];
}

/** One to import, and what peft made of it. */
export interface ImportedFixture extends AdapterFixture {
  /** The logits after the last token but one of the family's tokens [vocabulary]. */
  readonly logits: Float32Array;
  /** The log-probabilities of the tokens from the second on. */
  readonly scores: Float32Array;
}

/** One to refuse. */
export interface RefusedFixture extends AdapterFixture {
  /** The member, or module, that the refusal names. */
  readonly names: string;
}

const fixturesPath = join(import.meta.dirname, "..", "fixtures");

/** The adapters that the engine takes, from the fixtures or from another folder laid out alike. */
export function importedFixtures(root: string = fixturesPath): ImportedFixture[] {
  return foldersOf(root, "adapters").map(({ family, name, path }) => {
    const file = join(path, "expected.safetensors");
    const { tensors } = readSafetensors(readFileSync(file), file);
    const floats = (tensorName: string): Float32Array => {
      const tensor = tensors.get(tensorName);
      if (tensor === undefined) throw new Error(`${file} has no tensor ${tensorName}.`);
      const values = new Float32Array(tensor.shape.reduce((product, size) => product * size, 1));
      toFloats(tensor, values, tensorName);
      return values;
    };
    const files = peftFiles(path);
    return { family, name, files, logits: floats("logits"), scores: floats("scores") };
  });
}

/** The adapters that the engine refuses. */
export function refusedFixtures(): RefusedFixture[] {
  return foldersOf(fixturesPath, "refused").map(({ family, name, path }) => {
    const names = readFileSync(join(path, "names.txt"), "utf8").trim();
    return { family, name, files: peftFiles(path), names };
  });
}

/** The files of a folder that peft wrote. */
export function peftFiles(folder: string): AdapterFile[] {
  return ["adapter_config.json", "adapter_model.safetensors"].map((name) => ({
    name,
    bytes: readFileSync(join(folder, name)),
  }));
}

function foldersOf(
  root: string,
  kind: "adapters" | "refused",
): { readonly family: FixtureFamily; readonly name: string; readonly path: string }[] {
  return fixtureFamilies.flatMap((family) => {
    const folder = join(root, family, kind);
    const isThere = readdirSync(join(root, family)).includes(kind);
    const names = isThere ? readdirSync(folder).toSorted() : [];
    return names.map((name) => ({ family, name, path: join(folder, name) }));
  });
}
