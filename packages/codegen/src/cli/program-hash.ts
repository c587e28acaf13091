import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashOf } from "./up-to-date.ts";

/** The packages that the output depends on, in addition to this program's own files. */
const dependencies = ["openapi-typescript", "typescript", "yaml", "@redocly/cli"] as const;

/** Identifies this program: its current files, its dependencies and the runtime. */
export function programHash(): string {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const parts: string[] = [process.version];
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" }).sort()) {
    if (!/(?<!\.test|\.d)\.[jt]s$/.test(name)) continue;
    parts.push(name, readFileSync(join(root, name), "utf8"));
  }
  for (const name of dependencies) parts.push(name, versionOf(name));
  return hashOf(parts.join("\n"));
}

/**
 * Reads the version from the manifest on disk, because a package's `exports` may hide the manifest.
 */
function versionOf(dependency: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(dependency) ?? [];
  const manifest = folders
    .map((folder) => join(folder, dependency, "package.json"))
    .find((path) => existsSync(path));
  // A package that only some options need may not be installed.
  return manifest === undefined ? "none" : readFileSync(manifest, "utf8");
}

/**
 * The files that lint depends on: a configuration, the modules in the folders of the files that it
 * names, and the modules that those import by a relative path.
 */
export function lintFiles(config: string): string[] {
  const folder = dirname(config);
  const files = pathsIn(config);
  const beside = new Set(files.map((path) => dirname(path)).filter((path) => path !== folder));
  const found = new Set([config, ...files, ...[...beside].flatMap(modulesIn)]);
  // A set visits what is added to it on the way.
  for (const file of found) {
    if (/\.[cm]?[jt]s$/.test(file)) for (const path of pathsIn(file)) found.add(path);
  }
  return [...found];
}

/** The files that a file names by relative paths. */
function pathsIn(file: string): string[] {
  const named = readFileSync(file, "utf8").matchAll(/(?<=[\s["'-])\.\.?\/[^\s"',\]]+/g);
  return [...named].map(([path]) => join(dirname(file), path)).filter((path) => isFile(path));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function modulesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.(?:[cm]?[jt]s|json|ya?ml)$/.test(name) && !name.includes("node_modules"))
    .map((name) => join(folder, name));
}
