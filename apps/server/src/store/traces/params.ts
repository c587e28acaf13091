import { QueryLimit } from "../errors.ts";
import type { Param, Params } from "./traces.ts";

/** ClickHouse takes no longer form fields. */
const maxParamBytes = 120 * 1024;

/** Throws {@link QueryLimit} for a value that a ClickHouse would not take. */
export function checked(params: Params): Record<string, unknown> {
  for (const value of Object.values(params)) {
    if (paramBytes(value) > maxParamBytes) throw new QueryLimit("query size");
  }
  return params;
}

function paramBytes(value: Param): number {
  if (typeof value === "string") return Buffer.byteLength(value) + 3;
  if (!Array.isArray(value)) return 8;
  return value.reduce<number>((sum, item: Param) => sum + paramBytes(item), 0);
}
