/** Lines of a table whose columns are aligned; the first row may be its head. */
export function aligned(table: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of table) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
