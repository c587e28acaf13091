/** A table of figures under a name, as Markdown. */
export interface Table {
  /** Names its place on a page of `docs/`. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What the figures alone do not say, a sentence each. */
  readonly notes?: readonly string[];
}

/** The first column is text, the others are figures. */
export function markdown({ columns, rows, notes = [] }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = columns.map((_, index) => (index === 0 ? "---" : "---:"));
  const table = [line(columns), line(rule), ...rows.map(line)].join("\n");
  return notes.length === 0 ? table : `${table}\n\n${notes.join(" ")}`;
}

/** With thousands apart and as many decimals as a figure of its size bears. */
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
