import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Source } from "../generate.ts";
import { UsageError } from "./options.ts";
import type { DocumentOptions, WorkspaceOptions } from "./options.ts";
import { findWorkspace, generatedFolders, workspaceSources } from "./workspace.ts";

/** Everything that one run of the command generates. */
export interface Job {
  /** Folder that outputs and generated folders are relative to. */
  readonly root: string;
  readonly sources: readonly Source[];
  /** Folders in which what is not generated any more is removed. */
  readonly folders: readonly string[];
  /** Whether in these folders only files that say they are generated are removed. */
  readonly keepsForeignFiles: boolean;
  /** Folder under which it is remembered what is up to date, if there is a place for it. */
  readonly cacheRoot: string | undefined;
  /** Files and folders that may bring further documents. */
  readonly watched: readonly string[];
}

/** Plans a run. Throws `UsageError` where there is nothing to generate from. */
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
    // The same from whatever folder the command is given.
    source: relative(root, path).split(sep).join("/"),
    service: name,
    lintConfig: lintConfig === undefined ? undefined : resolve(cwd, lintConfig),
    only,
    // A stranger's document has no `x-access`: who may call what is then not the kit's business.
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
      "no spec/redocly.yaml above this folder: say --spec <file> --out <folder>",
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
 * Beside the installed packages, where caches of tools are and nobody commits them; in workspaces
 * these lie further up.
 */
function cacheUnder(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    if (existsSync(modules)) return join(modules, ".cache", "heddle-codegen");
    if (folder === dirname(folder)) return undefined;
  }
}
