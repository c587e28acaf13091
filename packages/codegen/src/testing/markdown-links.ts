import { dirname, join } from "node:path/posix";
import type { GeneratedFile } from "../write/writer.ts";

/** Broken links of Markdown files: the file or the place in it does not exist. */
export function brokenLinks(files: readonly GeneratedFile[]): string[] {
  const places = new Map(files.map(({ path, text }) => [path, anchorsOf(text)]));
  return files.flatMap(({ path, text }) => {
    const targets = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = ""]) => to);
    return targets
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => !leadsSomewhere(path, target, places))
      .map((target) => `${path}: ${target}`);
  });
}

function leadsSomewhere(
  path: string,
  target: string,
  places: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const [file = "", anchor] = target.split("#");
  const anchors = places.get(file === "" ? path : join(dirname(path), file));
  return anchors !== undefined && (anchor === undefined || anchors.has(decodeURIComponent(anchor)));
}

function anchorsOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id));
}

function withoutCode(text: string): string {
  return text.replaceAll(/^(`{3,})[^]*?^\1$/gm, "").replaceAll(/(`+)[^`]*\1/g, "");
}
