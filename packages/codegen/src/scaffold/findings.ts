/** What a run of the scaffold did to one file, or found in it. */
export type Finding =
  /** Written anew. */
  | { readonly kind: "new"; readonly file: string }
  /** Lines came in. */
  | { readonly kind: "added"; readonly file: string; readonly names: readonly string[] }
  /** Not in the document any more; nobody but its author takes it out. */
  | {
      readonly kind: "gone";
      readonly file: string;
      readonly line: number;
      readonly name: string;
    }
  /** What has to come in, where the file is not of a shape that lines can be put into. */
  | {
      readonly kind: "paste";
      readonly file: string;
      readonly why: string;
      readonly lines: readonly string[];
    };

/** The findings as a person reads them, those that ask for something last. */
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
