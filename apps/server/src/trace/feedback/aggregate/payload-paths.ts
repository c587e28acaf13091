import type { Trace } from "@heddle/types";
import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";

type Path = Trace.FeedbackPayloadPath;
type ValueType = Path["value_type"];

const maxPaths = requestBounds.payloadPaths.limit;
const maxCharacters = requestBounds.pathCharacters.limit;
/** Names that a path of `feedback.stats` can have. */
const plainName = /^[A-Za-z0-9_ ]+$/;

/** Collects the paths of payloads, and the types of their values. */
export class PayloadPaths {
  /** The type of each path; undefined as long as only nulls were seen. */
  readonly #types = new Map<string, ValueType | undefined>();

  /** Adds the leaves of a payload. @throws InvalidInput for too many paths. */
  add(payload: unknown): void {
    this.#walk(payload, "");
  }

  /** The paths by name. */
  get list(): Path[] {
    return [...this.#types]
      .map(([json_path, type]): Path => ({ json_path, value_type: type ?? "categorical" }))
      .toSorted((one, other) => (one.json_path < other.json_path ? -1 : 1));
  }

  #walk(value: unknown, path: string): void {
    if (typeof value !== "object" || value === null) return this.#leaf(path, value);
    if (Array.isArray(value)) {
      const isPlain = value.every((item) => typeof item !== "object" || item === null);
      return isPlain ? this.#leaf(path, value) : undefined;
    }
    for (const [name, member] of Object.entries(value)) {
      if (!plainName.test(name) || name.trim() === "") continue;
      const below = path === "" ? name : `${path}.${name}`;
      if (below.length <= maxCharacters) this.#walk(member, below);
    }
  }

  #leaf(path: string, value: unknown): void {
    const known = this.#types.get(path);
    const found = typeOf(value);
    const isSame = known === undefined || found === undefined || known === found;
    this.#types.set(path, isSame ? (known ?? found) : "categorical");
    if (this.#types.size <= maxPaths) return;
    throw new InvalidInput(
      `The payloads have more than ${maxPaths} paths, which is the limit. Ask for one ` +
        "feedback_type, or lower sample_limit.",
    );
  }
}

/** Null decides nothing. */
function typeOf(value: unknown): ValueType | undefined {
  if (value === null) return undefined;
  if (typeof value === "boolean") return "boolean";
  return typeof value === "number" ? "numeric" : "categorical";
}
