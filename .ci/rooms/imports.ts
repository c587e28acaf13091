import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** A file that another imports, both relative to the same folder. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Where a file's text names another file: `import … from`, `export … from` and `import(…)`. */
const named =
  /(?:^|\s)(?:import|export)\b[^;"'`]*?from\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"/gm;

/** What a file imports of its own package, types included. */
export function importsOf(root: string, file: string): readonly Import[] {
  const path = join(root, file);
  return [...readFileSync(path, "utf8").matchAll(named)].map(([, from, bare, dynamic]) => {
    const to = relative(root, join(dirname(path), from ?? bare ?? dynamic ?? ""));
    return { from: file, to };
  });
}
