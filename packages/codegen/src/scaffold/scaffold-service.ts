import { relative } from "node:path";
import { createContext } from "../document/create-context.ts";
import { loadFile } from "../document/load.ts";
import { generateSources } from "../cli/generate-sources.ts";
import type { Source } from "../generate.ts";
import type { OutputName } from "../output-names.ts";
import { pascalCase } from "../print/names.ts";
import { byResource } from "../transform/by-resource.ts";
import { operationsOf } from "../transform/operation-object.ts";
import type { GeneratedFile } from "../write/writer.ts";

/** The facts about a service that the scaffold needs. */
export interface ScaffoldService {
  /** `trace`; also the name of its handlers' folder. */
  readonly name: string;
  readonly title: string;
  /** The operations that need a handler, by resource. */
  readonly resources: ReadonlyMap<string, ScaffoldResource>;
  /**
   * The interface of all its handlers, and the module that exports it, as seen from `src/<name>/`.
   */
  readonly handlersType: string;
  readonly handlersModule: string;
  /** Whether it is one of the kit's services, which have an app of their own. */
  readonly isOfKit: boolean;
  /** The generated files that the backend needs; none if the kit has them. */
  readonly generated: readonly GeneratedFile[];
  /** Remarks about the generated files, for a reader. */
  readonly warnings: readonly string[];
}

/** A document that cannot be generated from. The message lists the problems and their places. */
export class UnusableDocument extends Error {}

/** One resource of a service. */
export interface ScaffoldResource {
  readonly description: string | undefined;
  /** `<resource>.<verb>` and the verb, in the order of the document. */
  readonly operations: readonly { readonly id: string; readonly verb: string }[];
}

/** The outputs that a backend needs: it calls no service, and the kit provides its routes. */
const outputs: readonly OutputName[] = [
  "document",
  "types",
  "schemas",
  "operations",
  "handlers",
  "reference",
];

/** Reads the facts that a scaffold needs from a document. Throws `UnusableDocument`. */
export async function readService(
  spec: string,
  name: string,
  options: { readonly isOfKit: boolean; readonly cwd: string },
): Promise<ScaffoldService> {
  const { isOfKit, cwd } = options;
  const source: Source = {
    spec,
    cwd,
    service: name,
    source: relative(cwd, spec),
    ...(!isOfKit && { defaultAccess: "public" }),
    only: isOfKit ? ["handlers"] : outputs,
  };
  // Also runs the emitters for the kit's services, so that problems are reported with their places.
  const [outcome] = await generateSources([source], () => {});
  const { files = [], warnings = [], errors = [] } = outcome ?? {};
  if (errors.length > 0) throw new UnusableDocument(errors.join("\n"));
  const context = createContext(loadFile(spec, { cwd }), source);
  const { document } = context;
  // A second spelling uses the handler of the original operation.
  const own = operationsOf(context).filter(({ compatOf }) => compatOf === undefined);
  const resources = [...byResource(own)].map(([resource, operations]) => {
    const description = document.tags?.find((tag) => tag["name"] === resource)?.["description"];
    return [
      resource,
      {
        description: typeof description === "string" ? description.trim() : undefined,
        operations: operations.map(({ id, verb }) => ({ id, verb })),
      },
    ] as const;
  });
  const title = document.info["title"];
  return {
    name,
    title: typeof title === "string" ? title : name,
    resources: new Map(resources),
    handlersType: `${pascalCase(name)}Handlers`,
    handlersModule: isOfKit ? `@heddle/server-kit/${name}` : "../generated/handlers.ts",
    isOfKit,
    generated: isOfKit ? [] : files,
    warnings,
  };
}
