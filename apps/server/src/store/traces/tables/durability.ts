/**
 * Settings of every table. Rows survive a power cut only with all four settings about fsync: they
 * flush the inserted part, its folder, and the parts that merges make. If a power cut leaves a
 * broken part, the engine sets it aside instead of refusing to start.
 */
export const durability: string = [
  "fsync_after_insert = 1",
  "fsync_part_directory = 1",
  "min_rows_to_fsync_after_merge = 1",
  "min_compressed_bytes_to_fsync_after_merge = 1",
  "max_suspicious_broken_parts = 100000",
  "non_replicated_deduplication_window = 1000",
].join(", ");
