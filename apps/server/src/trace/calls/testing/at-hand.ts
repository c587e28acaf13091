import { type Json, numberText, readJson } from "../../query/testing/json-document.ts";
import type { PayloadCall } from "./payload-calls.ts";

const mark = "\u0001at hand ";

/** Stands for a path of the calls at hand. */
export function pathAtHand(number: number): string {
  return `${mark}${number}`;
}

/** Stands for a text of the calls at hand, or for a part of it. */
export function textAtHand(number: number, from = 0, length: number = Infinity): string {
  return `${mark}${number} ${from} ${length}`;
}

/** Stands for the path of such a text. */
export function pathOfText(number: number): string {
  return `${mark}${number} of text`;
}

/** The paths and the texts of some calls, so that queries on them hit something. */
export class AtHand {
  readonly #paths: string[] = [];
  readonly #texts: (readonly [path: string, text: string])[] = [];

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
      return [name, this.#meaning(value.slice(mark.length).split(" "))];
    });
    return Object.fromEntries(members) as Part;
  }

  #meaning([number, from, length]: readonly string[]): string {
    if (from === undefined) return chosen(this.#paths, Number(number)) ?? "inputs";
    const [path, text] = chosen(this.#texts, Number(number)) ?? ["inputs", ""];
    return from === "of" ? path : text.slice(Number(from), Number(from) + Number(length));
  }

  #walk(json: Json, path: string, indexes: number): void {
    if (path === "summary.weave" || path.startsWith("summary.weave.")) return;
    this.#paths.push(path);
    if (json.kind === "string") this.#texts.push([path, json.value.toWellFormed()]);
    if (json.kind === "number") this.#texts.push([path, numberText(json.token)]);
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

function chosen<Item>(all: readonly Item[], number: number): Item | undefined {
  return all[number % Math.max(1, all.length)];
}
