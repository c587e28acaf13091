import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

interface PublishedPackage {
  readonly name: string;
}
type PublishedPackages = (root?: string) => readonly PublishedPackage[];

/** The release's own program: it is not a package, so it is imported by its path. */
const program = new URL("../../../../.ci/release/packages.ts", import.meta.url).href;
const { publishedPackages } = (await import(/* @vite-ignore */ program)) as {
  publishedPackages: PublishedPackages;
};

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "heddle-publish-order-"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, manifest: object): Promise<void> {
  await mkdir(join(root, path), { recursive: true });
  await writeFile(join(root, path, "package.json"), JSON.stringify(manifest));
}

const names = (): string[] => publishedPackages(root).map(({ name }) => name);
const on = (...packages: readonly string[]): Record<string, string> =>
  Object.fromEntries(packages.map((name) => [name, "workspace:^"]));

test("a package comes after its dependencies of every kind that is installed", async () => {
  await write("apps/all", { name: "all", optionalDependencies: on("client"), version: "1.0.0" });
  await write("packages/client", { name: "client", dependencies: on("types", "zod") });
  await write("packages/plugin", { name: "plugin", peerDependencies: on("types") });
  await write("packages/types", { name: "types", devDependencies: on("all") });
  expect(names()).toEqual(["types", "client", "plugin", "all"]);
});

test("a private package is not published, and no package waits for it", async () => {
  await write("packages/suites", { name: "suites", private: true, dependencies: on("tool") });
  await write("packages/tool", { name: "tool", dependencies: on("suites") });
  expect(names()).toEqual(["tool"]);
});

test("a circle is refused, with its names", async () => {
  await write("packages/one", { name: "one", dependencies: on("two") });
  await write("packages/two", { name: "two", dependencies: on("one") });
  expect(names).toThrow("one, two depend on each other");
});
