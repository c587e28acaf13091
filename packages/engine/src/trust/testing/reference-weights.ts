import type { TensorGroup } from "../../model/tensor-group.ts";

/** A group's weights in float64, to change one at a time. */
export function inFloat64(group: TensorGroup): Map<string, Float64Array> {
  return new Map([...group.names()].map((name) => [name, Float64Array.from(group.floats(name))]));
}
