import type { AdapterFile, SamplerRef } from "../engine.ts";
import { peftFileNames } from "../weights/peft-file-names.ts";
import { CheckpointStore } from "./checkpoint-store.ts";

/**
 * The files of an adapter that an embedded engine published into its directory, as `exportAdapter` gives them. The
 * engine may be running in another process: published files never change.
 *
 * Throws `not_found` for a version that is not there, and `invalid` naming a file that is missing.
 */
export function readPublishedAdapter(
  directory: string,
  sampler: SamplerRef,
): Promise<AdapterFile[]> {
  return new CheckpointStore(directory).read(sampler, peftFileNames);
}
