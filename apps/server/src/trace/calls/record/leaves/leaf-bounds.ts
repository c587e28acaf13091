/** Stands around the entries of `…_leaves` and `cut`. No entry contains it. */
export const separator = "\u007f";

/** The bounds of the leaves of one payload; what is over a bound is listed as cut. */
export const leafBounds = {
  leaves: 32,
  /** UTF-8 bytes of the leaves' text. */
  bytes: 2_048,
  /** UTF-8 bytes of one string. */
  stringBytes: 128,
  /** UTF-8 bytes of one pointer. */
  pointerBytes: 256,
  /** Steps of a pointer. */
  levels: 8,
  /** Items of an array, from its first. */
  items: 4,
  /** Containers that are looked into. */
  containers: 64,
  /** Entries of `cut`; if there are more, the payload is cut as a whole. */
  cutEntries: 16,
} as const;
