type Metrics = Readonly<Record<string, number>>;

/**
 * Combines the metrics of several sequences or calls by the last part of each name: `:sum` adds, `:max` takes the
 * largest, `:mean` weighs each value by its `positions:sum`.
 */
export function combineMetrics(parts: readonly Metrics[]): Metrics {
  const combined: Record<string, number> = {};
  const weights = new Map<string, number>();
  for (const part of parts) {
    const positions = part["positions:sum"] ?? 1;
    for (const [name, value] of Object.entries(part)) {
      const before = combined[name];
      if (name.endsWith(":mean")) {
        const weight = weights.get(name) ?? 0;
        weights.set(name, weight + positions);
        combined[name] = (before ?? 0) * weight + value * positions;
        combined[name] /= weight + positions || 1;
      } else if (before === undefined) {
        combined[name] = value;
      } else {
        combined[name] = name.endsWith(":max") ? Math.max(before, value) : before + value;
      }
    }
  }
  return combined;
}
