import { parseArgs } from "node:util";

/** What the command line asks for. */
export type CliOptions =
  | { readonly mode: "help" }
  | { readonly mode: "workspace"; readonly check: boolean }
  | {
      readonly mode: "document";
      readonly check: boolean;
      readonly spec: string;
      readonly out: string;
      readonly name: string | undefined;
      readonly lintConfig: string | undefined;
    };

/** Wrong use of the command line. The message says what to do. */
export class UsageError extends Error {}

/** How to use the command. */
export const usage = `heddle-codegen [--check]
  Inside the Heddle repository: generates from every spec/<service>/openapi.yaml.

heddle-codegen --spec <file> --out <folder> [--name <service>] [--lint <redocly.yaml>] [--check]
  Generates types, zod schemas, routes, operation table and handlers from one OpenAPI document.

  --check   writes nothing; lists what differs and exits with 1 if anything does
  --help    prints this
`;

/** Reads the command line. Throws `UsageError`, for unknown flags too. */
export function readOptions(args: readonly string[]): CliOptions {
  const { help, check = false, spec, out, name, lint } = parse(args);
  if (help) return { mode: "help" };
  if (spec !== undefined && out !== undefined) {
    return { mode: "document", check, spec, out, name, lintConfig: lint };
  }
  if (spec !== undefined || out !== undefined) {
    throw new UsageError("--spec and --out belong together: give both or neither");
  }
  if (name !== undefined || lint !== undefined) {
    throw new UsageError("--name and --lint need --spec and --out");
  }
  return { mode: "workspace", check };
}

interface Flags {
  readonly help?: boolean;
  readonly check?: boolean;
  readonly spec?: string;
  readonly out?: string;
  readonly name?: string;
  readonly lint?: string;
}

function parse(args: readonly string[]): Flags {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: "boolean", short: "h" },
        check: { type: "boolean" },
        spec: { type: "string" },
        out: { type: "string" },
        name: { type: "string" },
        lint: { type: "string" },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
