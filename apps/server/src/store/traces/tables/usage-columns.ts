const most = Number.MAX_SAFE_INTEGER;

/** A member of `p.2`, the usage of one model, as a whole number; NULL if it is no number. */
const count = (member: string): string =>
  `if(JSONType(p.2, '${member}') IN ('Int64', 'UInt64', 'Double'), ` +
  `toInt64(greatest(least(trunc(JSONExtractFloat(p.2, '${member}')), ${most}.), -${most}.)), NULL)`;

const sum = (one: string, other: string): string =>
  `greatest(least(ifNull(${count(one)}, 0) + ifNull(${count(other)}, 0), ${most}), -${most})`;

const counts = [
  count("requests"),
  sum("prompt_tokens", "input_tokens"),
  sum("completion_tokens", "output_tokens"),
  count("total_tokens"),
  count("cache_read_input_tokens"),
  count("cache_creation_input_tokens"),
];

/** The first 64 models of `summary.usage`: tuples of their names and JSON texts. */
const models =
  "arraySlice(arrayFilter(p -> JSONType(p.2) = 'Object', " +
  "JSONExtractKeysAndValuesRaw(summary, 'usage')), 1, 64)";

/**
 * The usage of calls from before its columns. The server itself gives the columns to each new row,
 * with the same values: see `trace/calls/record/leaves/usage.ts`.
 */
export const usageDefaults: Readonly<Record<"models" | "tokens", string>> = {
  models: `arrayMap(p -> p.1, ${models})`,
  tokens: `arrayFlatten(arrayMap(p -> [${counts.join(", ")}], ${models}))`,
};
