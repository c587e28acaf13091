import { readFile, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** The folder of the examples. */
export const folder: string = fileURLToPath(new URL("../../../../examples/", import.meta.url));

/** A program of the table in `examples/README.md`. */
export interface Example {
  readonly program: string;
  /** What it needs to run. */
  readonly needs: "server" | "stub" | "nothing";
  /** Lines that it prints, in this order; `<…>` and `…` in one stand for anything. */
  readonly prints: readonly string[];
}

/** The rows of the table. Throws for one that cannot be read. */
export async function listedExamples(): Promise<Example[]> {
  const text = await readFile(`${folder}README.md`, "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((row) => {
    const [, program, needs, rest = ""] =
      /^\| `([\w-]+\.ts)` \| (server|stub|nothing) \| (.*) \|$/.exec(row) ?? [];
    const prints = [...rest.matchAll(/`([^`]+)`/g)].map(([, line = ""]) => line);
    if (program === undefined || !isNeed(needs)) {
      throw new Error(`examples/README.md: cannot read the row ${row}`);
    }
    return { program, needs, prints };
  });
}

function isNeed(value: string | undefined): value is Example["needs"] {
  return value === "server" || value === "stub" || value === "nothing";
}

/** All programs. Files that only other programs import do not count. */
export async function programs(): Promise<string[]> {
  const files = await readdir(folder);
  return files.filter((name) => name.endsWith(".ts") && name !== "settings.ts").toSorted();
}

/** The lines that a program should have printed but did not. */
export function missingLines(prints: readonly string[], output: string): string[] {
  const lines = output.split("\n");
  let from = 0;
  return prints.filter((wanted) => {
    const found = lines.findIndex((line, index) => index >= from && patternOf(wanted).test(line));
    from = found < 0 ? from : found + 1;
    return found < 0;
  });
}

function patternOf(wanted: string): RegExp {
  const parts = wanted
    .split(/<[^>]*>|…/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".+")}$`);
}
