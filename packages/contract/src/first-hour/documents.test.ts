import { existsSync, readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "./npm-script.ts";

const args = ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"];
/** The pages that people write, with the README first. */
const pages = execFileSync("git", args, { cwd: repository, encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((page) => !/CHANGELOG|^docs\/reference\/|\/fixtures\//.test(page))
  .filter((page) => existsSync(join(repository, page)));

function textOf(page: string): string {
  return readFileSync(join(repository, page), "utf8");
}

/** The anchors of a page, as the hosts of repositories make them of its headings. */
function anchorsOf(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** The scripts of the repository, and those of the one package whose own scripts people run. */
const scripts = new Set(
  ["package.json", "packages/engine/package.json"].flatMap((file) => {
    const manifest: { readonly scripts: object } = JSON.parse(textOf(file));
    return Object.keys(manifest.scripts);
  }),
);

describe.each(pages)("%s", (page) => {
  test("links only to existing pages and headings", () => {
    const links = [...textOf(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    const wrong = links.filter(([, path = "", anchor]) => {
      const target = path === "" ? page : join(dirname(page), path);
      if (!existsSync(join(repository, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(wrong.map(([link]) => link)).toEqual([]);
  });

  test("names only existing scripts", () => {
    const named = [...textOf(page).matchAll(/\bnpm (?:run ([a-z][a-z:-]*)|(start|test)\b)/g)];
    const missing = named.filter(([, run, short]) => !scripts.has(run ?? short ?? ""));
    expect(missing.map(([text]) => text)).toEqual([]);
  });

  test("starts no tool without the settings that keep it quiet", () => {
    expect(textOf(page)).not.toMatch(/npx (?:-y )?turbo\b/);
  });
});
