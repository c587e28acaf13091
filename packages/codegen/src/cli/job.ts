import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Source } from "../generate.ts";
import { UsageError } from "./options.ts";
import type { DocumentOptions, WorkspaceOptions } from "./options.ts";
import { findWorkspace, generatedFolders, workspaceSources } from "./workspace.ts";

/** Everything that one run of the command generates. */
export interface Job {
  /** The folder that outputs and generated folders are relative to. */
  readonly root: string;
  readonly sources: readonly Source[];
  /** The folders from which the run removes files that are not generated any more. */
  readonly folders: readonly string[];
  /** Whether the run removes only files that say they are generated. */
  readonly keepsForeignFiles: boolean;
  /** The folder of the cache of up-to-date outputs, if there is a place for it. */
  readonly cacheRoot: string | undefined;
  /** Files and folders that may add further documents. */
  readonly watched: readonly string[];
}

/** Plans a run. Throws `UsageError` if there is nothing to generate from. */
export async function planJob(
  options: DocumentOptions | WorkspaceOptions,
  cwd: string,
): Promise<Job> {
  return options.mode === "document" ? documentJob(options, cwd) : workspaceJob(options, cwd);
}

function documentJob(options: DocumentOptions, cwd: string): Job {
  const { spec, out, name = "api", lintConfig, only } = options;
  const [path, root] = [resolve(cwd, spec), resolve(cwd, out)];
  const source: Source = {
    spec: path,
    cwd,
    // Relative to the root, so that the text does not depend on the current folder.
    source: relative(root, path).split(sep).join("/"),
    service: name,
    lintConfig: lintConfig === undefined ? undefined : resolve(cwd, lintConfig),
    only,
    // Other people's documents have no `x-access`: there the kit does not decide who may call.
    defaultAccess: "public",
  };
  if (source.lintConfig !== undefined && !existsSync(source.lintConfig)) {
    throw new UsageError(`--lint: ${lintConfig} does not exist`);
  }
  return {
    root,
    sources: [source],
    folders: only === undefined ? ["client", "reference"] : [],
    keepsForeignFiles: true,
    cacheRoot: cacheUnder(cwd),
    watched: [],
  };
}

async function workspaceJob({ only }: WorkspaceOptions, cwd: string): Promise<Job> {
  const root = findWorkspace(cwd);
  if (root === undefined) {
    throw new UsageError(
      "no spec/redocly.yaml in or above this folder: give --spec <file> --out <folder>",
    );
  }
  const spec = join(root, "spec");
  const sources = await workspaceSources(root);
  const services = readdirSync(spec, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return {
    root,
    sources: sources.map((source) => ({ ...source, cwd, naming: "refused", only })),
    folders: only === undefined ? generatedFolders : [],
    keepsForeignFiles: false,
    cacheRoot: cacheUnder(root),
    watched: [spec, ...services.map(({ name }) => join(spec, name, "openapi.yaml"))],
  };
}

/**
 * A folder next to the installed packages: tools keep their caches there, and version control
 * ignores it. In a workspace the packages are in a parent folder.
 */
function cacheUnder(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    if (existsSync(modules)) return join(modules, ".cache", "heddle-codegen");
    if (folder === dirname(folder)) return undefined;
  }
}
