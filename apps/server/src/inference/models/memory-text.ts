import type { ModelFootprint } from "@heddle/engine";

const [mebibyte, gibibyte] = [1024 ** 2, 1024 ** 3];

/** Bytes as settings write them, rounded up: `2.4GiB`, `513MiB`. */
export function sizeText(bytes: number): string {
  return bytes >= gibibyte
    ? `${Math.ceil((bytes / gibibyte) * 10) / 10}GiB`
    : `${Math.ceil(bytes / mebibyte)}MiB`;
}

/** Memory that others of an engine's models take. */
export interface TakenMemory {
  readonly memoryBytes: number;
  /** The weights of the other models. A model stays in memory once it is loaded. */
  readonly othersBytes: number;
}

/** Why an engine cannot serve the model too; undefined if it can. */
export function beyondMemory(
  { parameters, leastBytes }: ModelFootprint,
  { memoryBytes, othersBytes }: TakenMemory,
): string | undefined {
  const neededBytes = leastBytes + othersBytes;
  if (neededBytes <= memoryBytes) return undefined;
  const beside = othersBytes === 0 ? "" : ` beside the ${sizeText(othersBytes)} of other models`;
  const needs = `${(parameters / 1e6).toFixed(0)} million parameters need ${sizeText(leastBytes)}`;
  const most = 4 * gibibyte;
  const remedy =
    neededBytes > most
      ? `The engine can have at most ${sizeText(most)}: choose a smaller model.`
      : `Set HEDDLE_ENGINE_MEMORY to ${wholeMebibytes(neededBytes)} or more.`;
  return `${needs}${beside}, and the engine has ${sizeText(memoryBytes)}. ${remedy}`;
}

/** A size that the setting takes: it has no fractions. */
function wholeMebibytes(bytes: number): string {
  return `${Math.ceil(bytes / mebibyte)}MiB`;
}
