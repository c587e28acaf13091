import { dirname, join, normalize } from "node:path";

/** Where a file's text names another file: `import … from`, `export … from` and `import(…)`. */
const named =
  /(?:^|\s)(?:import|export)\b[^;"'`]*?from\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"/gm;

/** The files that the text of a file imports, types included; relative to the same folder as it. */
export function importsOf(file: string, text: string): readonly string[] {
  return [...text.matchAll(named)].map(([, from, bare, dynamic]) =>
    normalize(join(dirname(file), from ?? bare ?? dynamic ?? "")),
  );
}
