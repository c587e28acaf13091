/** The effect of a scaffold run on one file, or a fact that it found in the file. */
export type Finding =
  /** A new file. */
  | { readonly kind: "new"; readonly file: string }
  /** Lines were added. */
  | { readonly kind: "added"; readonly file: string; readonly names: readonly string[] }
  /** No longer in the document; only the author removes it from the file. */
  | {
      readonly kind: "gone";
      readonly file: string;
      readonly line: number;
      readonly name: string;
    }
  /** Lines to add by hand, because the shape of the file allows no automatic insertion. */
  | {
      readonly kind: "paste";
      readonly file: string;
      readonly why: string;
      readonly lines: readonly string[];
    };

/** The findings as lines for a reader; those that need an action come last. */
export function findingLines(findings: readonly Finding[]): string[] {
  const order: readonly Finding["kind"][] = ["new", "added", "gone", "paste"];
  return order.flatMap((kind) =>
    findings.filter((finding) => finding.kind === kind).flatMap(linesOf),
  );
}

function linesOf(finding: Finding): string[] {
  switch (finding.kind) {
    case "new":
      return [`new    ${finding.file}`];
    case "added":
      return [`added  ${finding.file}: ${finding.names.join(", ")}`];
    case "gone":
      return [
        `gone   ${finding.file}:${finding.line}: ${finding.name} is not in the document any more`,
      ];
    default:
      return [
        `paste  ${finding.file}: ${finding.why}. Put in:`,
        ...finding.lines.map((line) => `         ${line}`),
      ];
  }
}
