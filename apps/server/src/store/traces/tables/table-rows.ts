import { durability } from "./durability.ts";

/**
 * Rows of tables by the digest of their canonical text: the same row twice is the same row. Digests
 * scatter the rows of a page over the whole project, each in a granule of its own: small ones.
 */
export const tableRowsTable: string = `
CREATE TABLE IF NOT EXISTS table_rows (
  project_id String,
  digest String,
  val String CODEC(ZSTD)
) ENGINE = {R}ReplacingMergeTree
ORDER BY (project_id, digest)
SETTINGS index_granularity = 256, ${durability}`;
