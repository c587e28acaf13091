import { durability } from "./durability.ts";

/** Tables by digest: the digests of their rows, in order. */
export const tablesTable: string = `
CREATE TABLE IF NOT EXISTS tables (
  project_id String,
  digest String,
  row_digests Array(String) CODEC(ZSTD)
) ENGINE = {R}ReplacingMergeTree
ORDER BY (project_id, digest)
SETTINGS index_granularity = 128, ${durability}`;
