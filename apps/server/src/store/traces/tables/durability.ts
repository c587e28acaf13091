/**
 * Settings of every table. All four about fsync are needed for rows to survive a power cut: of the
 * inserted part, of its folder, and of what a merge makes of it. A part that a cut left broken is
 * set aside instead of stopping the start.
 */
export const durability: string = [
  "fsync_after_insert = 1",
  "fsync_part_directory = 1",
  "min_rows_to_fsync_after_merge = 1",
  "min_compressed_bytes_to_fsync_after_merge = 1",
  "max_suspicious_broken_parts = 100000",
  "non_replicated_deduplication_window = 1000",
].join(", ");
