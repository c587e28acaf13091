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

/** A service as a scaffold has to know it. */
export interface ScaffoldService {
  /** `trace`; also the folder of its handlers. */
  readonly name: string;
  readonly title: string;
  /** The operations that need a handler, by resource. */
  readonly resources: ReadonlyMap<string, ScaffoldResource>;
  /** The interface of all its handlers, and the module that has it, seen from `src/<name>/`. */
  readonly handlersType: string;
  readonly handlersModule: string;
  /** Whether it is one of the kit's, which has an app of its own. */
  readonly isOfKit: boolean;
  /** What the backend needs beside its handlers; nothing where the kit has it. */
  readonly generated: readonly GeneratedFile[];
  /** What a reader should know of what was generated. */
  readonly warnings: readonly string[];
}

/** A document that cannot be generated from. The message lists what is wrong, and where. */
export class UnusableDocument extends Error {}

/** One resource of a service. */
export interface ScaffoldResource {
  readonly description: string | undefined;
  /** `<resource>.<verb>` and the verb, in the order of the document. */
  readonly operations: readonly { readonly id: string; readonly verb: string }[];
}

/** What a backend of a document has no use for: it calls nobody, and its routes are the kit's. */
const outputs: readonly OutputName[] = [
  "document",
  "types",
  "schemas",
  "operations",
  "handlers",
  "reference",
];

/** Reads what a scaffold has to know from a document. Throws `UnusableDocument`. */
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
  // Emits for the kit's services too: so that what is wrong is told with its place.
  const [outcome] = await generateSources([source], () => {});
  const { files = [], warnings = [], errors = [] } = outcome ?? {};
  if (errors.length > 0) throw new UnusableDocument(errors.join("\n"));
  const context = createContext(loadFile(spec, { cwd }), source);
  const { document } = context;
  // A second spelling is served by the handler of the operation that it stands for.
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
