import { parseArgs } from "node:util";
import { outputNames } from "../output-names.ts";
import type { OutputName } from "../output-names.ts";

/** What the command does with the generated files. */
export type Action = "write" | "check" | "watch";

/** The options of the command line. */
export type CliOptions =
  | { readonly mode: "help" }
  | { readonly mode: "scaffold"; readonly args: readonly string[] }
  | WorkspaceOptions
  | DocumentOptions;

/** Generates from every document of a repository that has the layout of this one. */
export interface WorkspaceOptions {
  readonly mode: "workspace";
  readonly action: Action;
  readonly only: readonly OutputName[] | undefined;
}

/** Generates from one document into one folder. */
export interface DocumentOptions {
  readonly mode: "document";
  readonly action: Action;
  readonly only: readonly OutputName[] | undefined;
  readonly spec: string;
  readonly out: string;
  readonly name: string | undefined;
  readonly lintConfig: string | undefined;
}

/** Wrong use of the command line. The message says what to do. */
export class UsageError extends Error {}

/** The help text of the command. */
export const usage: string = `heddle-codegen [--check | --watch] [--only <outputs>]
  Inside the Heddle repository: generates from every spec/<service>/openapi.yaml.

heddle-codegen --spec <file> --out <folder> [--name <service>] [--lint <redocly.yaml>]
               [--check | --watch] [--only <outputs>]
  Generates from one OpenAPI document, 3.1 or 3.0, YAML or JSON, and the files it refers to.

heddle-codegen scaffold <folder>
  Writes a backend to start from; after an edit of the document adds what is missing.

  --spec    the document
  --out     the folder that the outputs go into
  --name    what the service is called in the outputs: letters, digits, - and _. Default: api
  --lint    a redocly configuration whose rules the document has to keep
  --only    some of ${outputNames.join(", ")};
            with commas between. Default: all
  --check   writes nothing; lists what differs and exits with 1 if anything does
  --watch   generates again whenever a file that takes part changes, until interrupted
  --help    prints this

Exits with 1 for a document that cannot be generated from, and with 2 for wrong use.
`;

/** Reads the command line. Throws `UsageError`, also for unknown flags. */
export function readOptions(args: readonly string[]): CliOptions {
  if (args[0] === "scaffold") return { mode: "scaffold", args: args.slice(1) };
  const flags = parse(args);
  if (flags.help) return { mode: "help" };
  const { spec, out, name, lint } = flags;
  const common = { action: actionOf(flags), only: onlyOf(flags) };
  if (spec !== undefined && out !== undefined) {
    if (spec === "" || out === "") throw new UsageError("--spec and --out cannot be empty");
    if (/^https?:/i.test(spec)) {
      throw new UsageError(`--spec: ${spec} is not fetched; download it and name the file`);
    }
    return { mode: "document", ...common, spec, out, name: nameOf(name), lintConfig: lint };
  }
  if (spec !== undefined || out !== undefined) {
    throw new UsageError("--spec and --out belong together: give both or neither");
  }
  if (name !== undefined || lint !== undefined) {
    throw new UsageError("--name and --lint need --spec and --out");
  }
  return { mode: "workspace", ...common };
}

function actionOf({ check = false, watch = false }: Flags): Action {
  if (check && watch) throw new UsageError("--check and --watch exclude each other: give one");
  return check ? "check" : watch ? "watch" : "write";
}

function onlyOf({ only }: Flags): readonly OutputName[] | undefined {
  if (only === undefined) return undefined;
  return only.split(",").map((text) => {
    const name = outputNames.find((known) => known === text.trim());
    if (name !== undefined) return name;
    throw new UsageError(
      `--only: there is no output "${text}"; the outputs are ${outputNames.join(", ")}`,
    );
  });
}

/** The name of the types comes from the name of the service, so it must be an identifier. */
function nameOf(name: string | undefined): string | undefined {
  if (name === undefined || /^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) return name;
  const rule = "a letter, then letters, digits, - and _";
  throw new UsageError(`--name: ${JSON.stringify(name)} is not a valid name; use ${rule}`);
}

interface Flags {
  readonly help?: boolean;
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly spec?: string;
  readonly out?: string;
  readonly name?: string;
  readonly lint?: string;
  readonly only?: string;
}

function parse(args: readonly string[]): Flags {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: "boolean", short: "h" },
        check: { type: "boolean" },
        watch: { type: "boolean" },
        spec: { type: "string" },
        out: { type: "string" },
        name: { type: "string" },
        lint: { type: "string" },
        only: { type: "string" },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
