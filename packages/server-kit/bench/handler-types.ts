/**
 * What the types of handlers cost the compiler: a backend of 115 operations, its interfaces made by
 * `heddle-codegen` from a synthetic document, compiled with and without its handlers.
 *
 * `node packages/server-kit/bench/handler-types.ts [--operations 115] [--runs 5] [--json]`
 * Build first: `pnpm -F @heddle/types -F @heddle/server-kit build`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values: flags } = parseArgs({
  options: {
    operations: { type: "string", default: "115" },
    runs: { type: "string", default: "5" },
    json: { type: "boolean", default: false },
  },
});

const operations = Number(flags.operations);
const perResource = 6;
const kit = join(import.meta.dirname, "..");
const root = join(kit, "../..");
/** Inside the package, so that it finds itself by name. */
const folder = join(kit, "reports", "handler-types");

interface Operation {
  readonly at: number;
  readonly resource: string;
  readonly verb: string;
}

const all = Array.from({ length: operations }, (_, at): Operation => {
  return { at, resource: `things${Math.floor(at / perResource)}`, verb: `verb${at % perResource}` };
});

/** Every schema is of its own, nested and with unions, as in the documents of real services. */
function schemasOf({ at }: Operation): Record<string, unknown> {
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}${at}` });
  return {
    [`Item${at}`]: {
      type: "object",
      required: ["id", "kind"],
      properties: {
        id: { type: "string" },
        kind: { type: "string", enum: ["one", "two", "three"] },
        at: { type: ["string", "null"] },
        score: { type: "number" },
        labels: { type: "object", additionalProperties: { type: "string" } },
      },
    },
    [`Text${at}`]: {
      type: "object",
      required: ["type", "text"],
      properties: { type: { const: "text" }, text: { type: "string" } },
    },
    [`Image${at}`]: {
      type: "object",
      required: ["type", "url"],
      properties: { type: { const: "image" }, url: { type: "string" } },
    },
    [`Request${at}`]: {
      type: "object",
      required: ["project_id", "content"],
      properties: {
        project_id: { type: "string" },
        content: { type: "array", items: { anyOf: [ref("Text"), ref("Image")] } },
        filter: { anyOf: [ref("Item"), { type: "null" }] },
        limit: { type: "integer" },
        attributes: { type: "object", additionalProperties: true },
      },
    },
    [`Answer${at}`]: {
      type: "object",
      required: ["id", "status", "items", "next"],
      properties: {
        id: { type: "string" },
        status: { type: "string", enum: ["queued", "running", "done"] },
        items: { type: "array", items: ref("Item") },
        next: { anyOf: [ref("Item"), { type: "null" }] },
      },
    },
  };
}

/** One in five streams lines; all document the errors that ours do. */
function pathOf(operation: Operation): Record<string, unknown> {
  const { at, resource, verb } = operation;
  const json = (name: string): object => ({
    content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  const answer = isStream(operation)
    ? { content: { "application/jsonl": { schema: { $ref: `#/components/schemas/Item${at}` } } } }
    : json(`Answer${at}`);
  const errors = [400, 401, 403, 404, 409, 413, 422, 429, 500, 503];
  const responses = Object.fromEntries(
    errors.map((status) => [status, { description: "No.", ...json("Error") }]),
  );
  const parameter = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const query = { name: "limit", in: "query", schema: { type: "integer" } };
  const post = {
    operationId: `${resource}.${verb}`,
    tags: [resource],
    summary: `Do ${verb}`,
    parameters: [parameter, query],
    requestBody: { required: true, ...json(`Request${at}`) },
    responses: { 200: { description: "Yes.", ...answer }, ...responses },
  };
  return { [`/${resource}/{id}/${verb}`]: { post } };
}

function isStream({ at }: Operation): boolean {
  return at % 5 === 4;
}

function documentText(): string {
  return JSON.stringify({
    openapi: "3.1.1",
    info: { title: "Synthetic", version: "1.0.0" },
    paths: Object.assign({}, ...all.map(pathOf)) as object,
    components: {
      schemas: {
        Error: { type: "object", required: ["reason"], properties: { reason: { type: "string" } } },
        ...(Object.assign({}, ...all.map(schemasOf)) as object),
      },
    },
  });
}

function handlerText(operation: Operation): string {
  const { verb } = operation;
  if (isStream(operation)) {
    return `  ${verb}: ({ body, path, signal }) =>
    jsonl(store.items({ id: path.id, project: body.project_id, signal })),`;
  }
  return `  ${verb}: async ({ body, path, query, context }) => {
    const first = body.content[0];
    if (first?.type === "text" && first.text === "") return reply(422, { reason: "empty" });
    const items = (await context.store.list(body.project_id)).slice(0, query.limit ?? body.limit);
    return reply(200, { id: path.id, status: "done", items, next: items[0] ?? null });
  },`;
}

function handlersText(): string {
  const resources = Map.groupBy(all, ({ resource }) => resource);
  const groups = [...resources].map(
    ([resource, members]) => `export const ${resource}: Handlers["${resource}"] = {
${members.map(handlerText).join("\n")}
};
`,
  );
  return `import { jsonl, plainService, reply, serviceApp } from "@heddle/server-kit";
import type { ApiHandlers } from "./out/handlers.ts";
import { operations } from "./out/operations.ts";

interface Item { id: string; kind: "one" | "two" | "three"; score?: number }
interface Store {
  list(project: string): Promise<Item[]>;
  items(of: { id: string; project: string; signal: AbortSignal }): AsyncIterable<Item>;
}
declare const store: Store;
type Handlers = ApiHandlers<{ store: Store }>;

${groups.join("\n")}
const service = plainService<Handlers>("synthetic", operations);
export const app = serviceApp(
  service,
  { ${[...resources.keys()].join(", ")} },
  { context: () => ({ store }) },
);
`;
}

/** Compiles one entry as a stranger would. */
function configText(entry: string): string {
  return JSON.stringify({
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: { types: ["node"], isolatedDeclarations: false, declaration: false },
    files: [entry],
  });
}

interface Cost {
  readonly totalMs: number;
  readonly checkMs: number;
  readonly memoryMb: number;
}

/** The fastest of several runs. */
function compile(config: string, runs: number): Cost {
  const costs = Array.from({ length: runs }, (): Cost => {
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const args = [tsc, "-p", join(folder, config), "--extendedDiagnostics"];
    const text = execFileSync(process.execPath, args, { encoding: "utf8" });
    const figure = (name: string): number => {
      const [, value] = new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(text) ?? [];
      if (value === undefined) throw new Error(`tsc says nothing of "${name}":\n${text}`);
      return Number(value);
    };
    return {
      totalMs: figure("Total time") * 1000,
      checkMs: figure("Check time") * 1000,
      memoryMb: figure("Memory used") / 1000,
    };
  });
  return costs.reduce((best, cost) => (cost.totalMs < best.totalMs ? cost : best));
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "openapi.json"), documentText());
const generator = join(root, "packages/codegen/src/main.ts");
const outputs = ["document", "types", "schemas", "operations", "handlers"].join(",");
const where = ["--spec", join(folder, "openapi.json"), "--out", join(folder, "out")];
execFileSync(process.execPath, [generator, ...where, "--only", outputs], { stdio: "pipe" });
writeFileSync(join(folder, "backend.ts"), handlersText());
writeFileSync(
  join(folder, "interfaces.ts"),
  'import { operations } from "./out/operations.ts";\nimport type { ApiHandlers } from "./out/handlers.ts";\nexport type Handlers = ApiHandlers<object>;\nexport { operations };\n',
);
writeFileSync(join(folder, "backend.json"), configText("./backend.ts"));
writeFileSync(join(folder, "interfaces.json"), configText("./interfaces.ts"));

const runs = Number(flags.runs);
const interfaces = compile("interfaces.json", runs);
const backend = compile("backend.json", runs);
const handlersMs = backend.totalMs - interfaces.totalMs;
if (flags.json) {
  console.log(JSON.stringify({ operations, interfaces, backend, handlersMs }));
} else {
  console.log(
    `tsc of ${operations} operations: interfaces ${interfaces.totalMs.toFixed(0)} ms, with their ` +
      `handlers ${backend.totalMs.toFixed(0)} ms (check ${backend.checkMs.toFixed(0)} ms, ` +
      `${backend.memoryMb.toFixed(0)} MB): the handlers ${handlersMs.toFixed(0)} ms`,
  );
}
