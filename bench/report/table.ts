/** A named table of figures, as Markdown. */
export interface Table {
  /** The name of its place on a page of `docs/`. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Facts that the figures do not show, one sentence each. */
  readonly notes?: readonly string[];
}

/** Writes the first column as text, the others as figures. */
export function markdown({ columns, rows, notes = [] }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = columns.map((_, index) => (index === 0 ? "---" : "---:"));
  const table = [line(columns), line(rule), ...rows.map(line)].join("\n");
  return notes.length === 0 ? table : `${table}\n\n${notes.join(" ")}`;
}

/** With separated thousands, and as many decimals as make sense for its size. */
export function figure(value: number): string {
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}

export function megabytes(bytes: number): string {
  return whole(bytes / 1e6);
}
