import { EngineError } from "../errors.ts";
import { isObject } from "./json.ts";

/** No size in a configuration is larger; what is would never fit, and counts of it would not be exact. */
const largestSize = 2 ** 31;

/**
 * The members of a configuration file, read by name and type. A member that is null counts as left out, as in the
 * files themselves. Throws `invalid` naming file, member and what was expected.
 */
export class ConfigFields {
  readonly source: string;
  readonly #members: Readonly<Record<string, unknown>>;

  constructor(members: Readonly<Record<string, unknown>>, source: string) {
    this.#members = members;
    this.source = source;
  }

  /** The member as it stands; undefined when it is left out or null. */
  value(name: string): unknown {
    return Object.hasOwn(this.#members, name) ? (this.#members[name] ?? undefined) : undefined;
  }

  /** Whether the member is there and null, for the few that do not count as left out then. */
  isNull(name: string): boolean {
    return Object.hasOwn(this.#members, name) && this.#members[name] === null;
  }

  names(): readonly string[] {
    return Object.keys(this.#members).filter((name) => this.value(name) !== undefined);
  }

  /** A whole number from 1. */
  size(name: string, byDefault?: number): number {
    const value = this.value(name) ?? byDefault;
    if (value === undefined) throw this.lacks(name);
    if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > largestSize) {
      throw this.wrong(name, "a whole number from 1");
    }
    return Number(value);
  }

  /** A finite number above 0. */
  positive(name: string, byDefault?: number): number {
    const value = this.value(name) ?? byDefault;
    if (value === undefined) throw this.lacks(name);
    if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) {
      throw this.wrong(name, "a number above 0");
    }
    return value;
  }

  number(name: string): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (typeof value !== "number" || !Number.isFinite(value)) throw this.wrong(name, "a number");
    return value;
  }

  flag(name: string, byDefault: boolean): boolean {
    const value = this.value(name) ?? byDefault;
    if (typeof value !== "boolean") throw this.wrong(name, "true or false");
    return value;
  }

  text(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (typeof value !== "string") throw this.wrong(name, "a string");
    return value;
  }

  object(name: string): ConfigFields | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (!isObject(value)) throw this.wrong(name, "an object");
    return new ConfigFields(value, `${this.source}, ${name}`);
  }

  /** One token id or a list of them. */
  tokens(name: string): readonly number[] | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const tokens: unknown[] = Array.isArray(value) ? value : [value];
    if (!tokens.every((token) => Number.isInteger(token) && Number(token) >= 0)) {
      throw this.wrong(name, "a token id or a list of them");
    }
    return tokens.map(Number);
  }

  lacks(name: string): EngineError {
    return new EngineError("invalid", `${this.source} has no ${name}.`);
  }

  wrong(name: string, expected: string): EngineError {
    const value = JSON.stringify(this.value(name)) ?? "nothing";
    const shown = value.length > 100 ? `${value.slice(0, 100)}…` : value;
    return new EngineError("invalid", `${this.source}: ${name} is ${shown}; expected ${expected}.`);
  }

  /** What is right in itself and cannot be run here. */
  unsupported(what: string, remedy: string): EngineError {
    return new EngineError("unsupported", `${this.source}: ${what} is not supported. ${remedy}`);
  }
}
