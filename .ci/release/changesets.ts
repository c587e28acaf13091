import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Bump, highest } from "./bump.ts";

/** The bumps that the pending changesets of a `.changeset` folder promise, by package. */
export function promisedBumps(folder: string): ReadonlyMap<string, Bump> {
  const promised = new Map<string, Bump>();
  for (const name of readdirSync(folder).filter((file) => /^(?!README).*\.md$/.test(file))) {
    const text = readFileSync(join(folder, name), "utf8");
    const [, front] = /^---\n([\s\S]*?)\n?---\n/.exec(text) ?? [];
    if (front === undefined) throw new Error(`${join(folder, name)} has no front matter`);
    for (const line of front.split("\n").filter((one) => one.trim() !== "")) {
      const [, target, bump] =
        /^["']?([^"':]+)["']?:\s*(none|patch|minor|major)\s*$/.exec(line) ?? [];
      if (target === undefined) throw new Error(`${join(folder, name)}: cannot read "${line}"`);
      promised.set(target, highest([promised.get(target) ?? "none", bump as Bump]));
    }
  }
  return promised;
}
