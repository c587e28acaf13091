import { type Json, numberText, readJson } from "../../query/testing/json-document.ts";
import type { PayloadCall } from "./payload-calls.ts";

/** Begins a path or a text that stands for one of the calls at hand. */
export const mark = "\u0001at hand ";

/** The paths and the texts of some calls, so that queries on them hit something. */
export class AtHand {
  readonly #paths: string[] = [];
  readonly #texts: string[] = [];

  constructor(calls: readonly PayloadCall[]) {
    for (const call of calls) {
      for (const root of ["inputs", "output", "attributes", "summary"] as const) {
        const text = call[root];
        if (text !== undefined) this.#walk(readJson(text), root, 0);
      }
    }
  }

  /** The query with what its marks stand for. */
  resolved<Part>(part: Part): Part {
    if (Array.isArray(part)) return part.map((item) => this.resolved<unknown>(item)) as Part;
    if (typeof part !== "object" || part === null) return part;
    const members = Object.entries(part).map(([name, value]: [string, unknown]) => {
      if (typeof value !== "string" || !value.startsWith(mark)) return [name, this.resolved(value)];
      const [number = 0, from, length] = value.slice(mark.length).split(" ").map(Number);
      if (name !== "$literal") return [name, chosen(this.#paths, number) ?? "inputs"];
      const text = chosen(this.#texts, number) ?? "";
      return [name, text.slice(from, from === undefined ? undefined : from + length!)];
    });
    return Object.fromEntries(members) as Part;
  }

  #walk(json: Json, path: string, indexes: number): void {
    if (path === "summary.weave" || path.startsWith("summary.weave.")) return;
    this.#paths.push(path);
    if (json.kind === "string") this.#texts.push(json.value.toWellFormed());
    if (json.kind === "number") this.#texts.push(numberText(json.token));
    if (json.kind === "array" && indexes < 4) {
      json.items.forEach((item, i) => this.#walk(item, `${path}.${i}`, indexes + 1));
    }
    if (json.kind !== "object") return;
    for (const [name, value] of json.members) {
      const isIndex = /^\d+$/.test(name);
      if (isIndex && indexes === 4) continue;
      const step = name.toWellFormed().replaceAll(".", "\\.");
      this.#walk(value, `${path}.${step}`, indexes + Number(isIndex));
    }
  }
}

function chosen(all: readonly string[], number: number): string | undefined {
  return all[number % Math.max(1, all.length)];
}
