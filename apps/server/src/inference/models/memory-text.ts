import type { ModelFootprint } from "@heddle/engine";

const [mebibyte, gibibyte] = [1024 ** 2, 1024 ** 3];

/** Bytes as settings write them, rounded up: `2.4GiB`, `513MiB`. */
export function sizeText(bytes: number): string {
  return bytes >= gibibyte
    ? `${Math.ceil((bytes / gibibyte) * 10) / 10}GiB`
    : `${Math.ceil(bytes / mebibyte)}MiB`;
}

/** Why an engine of this memory cannot serve the model; undefined if it can. */
export function beyondMemory(
  { parameters, leastBytes }: ModelFootprint,
  memoryBytes: number,
): string | undefined {
  if (leastBytes <= memoryBytes) return undefined;
  const needs = `${(parameters / 1e6).toFixed(0)} million parameters need ${sizeText(leastBytes)}`;
  const most = 4 * gibibyte;
  const remedy =
    leastBytes > most
      ? `The engine can have at most ${sizeText(most)}: choose a smaller model.`
      : `Set HEDDLE_ENGINE_MEMORY to ${wholeMebibytes(leastBytes)} or more.`;
  return `${needs}, and the engine has ${sizeText(memoryBytes)}. ${remedy}`;
}

/** A size that the setting takes: it has no fractions. */
function wholeMebibytes(bytes: number): string {
  return `${Math.ceil(bytes / mebibyte)}MiB`;
}
