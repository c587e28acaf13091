import { requestBounds } from "../../config/request-bounds.ts";
import { QueryLimit } from "../errors.ts";
import type { Param, Params } from "./traces.ts";

/** ClickHouse refuses longer form fields. */
const maxParamBytes = requestBounds.queryValueBytes.limit;

/** Returns the parameters. Throws {@link QueryLimit} if one is too long for ClickHouse. */
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
