import { existsSync, readdirSync, readFileSync } from "node:fs";
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
 * The files that lint depends on: a configuration, and the modules in the folders of the files that
 * it names.
 */
export function lintFiles(config: string): string[] {
  const folder = dirname(config);
  const named = [...readFileSync(config, "utf8").matchAll(/(?<=[\s["'-])\.\.?\/[^\s"',\]]+/g)];
  const files = named.map(([path]) => join(folder, path)).filter((path) => existsSync(path));
  const beside = new Set(files.map(dirname).filter((path) => path !== folder));
  return [config, ...files, ...[...beside].flatMap(modulesIn)];
}

function modulesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.(?:[cm]?[jt]s|json|ya?ml)$/.test(name) && !name.includes("node_modules"))
    .map((name) => join(folder, name));
}
