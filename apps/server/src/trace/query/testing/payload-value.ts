import { memberOf, type Json, shownText, storedText, numberText } from "./json-document.ts";

/** A value in a payload, as a query sees it. */
export class PayloadValue {
  /** Undefined if the payload has no such value. */
  readonly json: Json | undefined;
  readonly #isRoot: boolean;

  constructor(payload: Json | undefined, steps: readonly string[]) {
    this.json = steps.reduce<Json | undefined>((around, name) => step(around, name), payload);
    this.#isRoot = steps.length === 0;
  }

  get exists(): boolean {
    return this.json !== undefined && this.json.kind !== "null";
  }

  get text(): string {
    const { json } = this;
    switch (json?.kind) {
      case undefined:
      case "null":
        return "";
      case "string":
        return json.value.toWellFormed();
      case "number":
        return numberText(json.token);
      case "boolean":
        return String(json.value);
      default:
        return this.#isRoot ? storedText(json) : shownText(json);
    }
  }

  get size(): number | null {
    const { json } = this;
    switch (json?.kind) {
      case "string":
        return Array.from(json.value).length;
      case "array":
        return json.items.length;
      case "object":
        return new Set(json.members.map(([name]) => name)).size;
      default:
        return null;
    }
  }
}

function step(around: Json | undefined, name: string): Json | undefined {
  if (around?.kind === "object") return memberOf(around.members, name);
  if (around?.kind !== "array" || !/^(0|[1-9]\d{0,8})$/.test(name)) return undefined;
  return around.items[Number(name)];
}
