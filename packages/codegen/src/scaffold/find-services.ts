import { UsageError } from "../cli/options.ts";
import { workspaceSources } from "../cli/workspace.ts";
import { installedPackage } from "./installed-package.ts";
import { readService, type ScaffoldService } from "./scaffold-service.ts";

/** The places to look for documents of the kit's services. */
export interface Lookup {
  readonly folder: string;
  readonly cwd: string;
  /** The repository of the kit, if the scaffold runs inside it. */
  readonly workspace: string | undefined;
}

/**
 * The kit's services with the given names, or all if none is given: from the repository's YAML, or
 * else from the documents that are installed with the kit. Throws `UsageError` for a missing
 * service.
 */
export async function findServices(
  names: readonly string[] | undefined,
  lookup: Lookup,
): Promise<readonly ScaffoldService[]> {
  const documents = await documentsOf(lookup);
  const known = [...documents.keys()];
  const wanted = names ?? known;
  const unknown = wanted.find((name) => !documents.has(name));
  if (unknown !== undefined) {
    throw new UsageError(`--service: there is no ${unknown}; there is ${known.join(", ")}`);
  }
  const { cwd } = lookup;
  return Promise.all(
    [...documents]
      .filter(([name]) => wanted.includes(name))
      .map(([name, spec]) => readService(spec, name, { isOfKit: true, cwd })),
  );
}

async function documentsOf({
  folder,
  cwd,
  workspace,
}: Lookup): Promise<ReadonlyMap<string, string>> {
  if (workspace !== undefined) {
    const sources = await workspaceSources(workspace);
    return new Map(sources.map(({ service = "", spec }) => [service, spec]));
  }
  const types = installedPackage("@heddle/types", folder) ?? installedPackage("@heddle/types", cwd);
  const installed = [...(types?.files ?? [])].flatMap(([subpath, file]) => {
    const [, name] = /^\.\/documents\/(.+)\.json$/.exec(subpath) ?? [];
    return name === undefined ? [] : [[name, file] as const];
  });
  if (installed.length > 0) return new Map(installed);
  throw new UsageError(
    "found no document of a service: run `npm install @heddle/types` first, or give --spec <file>",
  );
}
