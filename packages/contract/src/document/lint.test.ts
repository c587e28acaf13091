import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { services } from "../spec/services.ts";

const spec = fileURLToPath(new URL("../../../../spec", import.meta.url));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-lint-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The linter's output for a service's document in a folder; empty if it passes. */
async function complaints(root: string, service = "trace"): Promise<string> {
  const run = promisify(execFile)(
    "redocly",
    [
      "lint",
      "--config",
      join(root, "redocly.yaml"),
      "--format=json",
      join(root, service, "openapi.yaml"),
    ],
    { env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } },
  );
  try {
    await run;
    return "";
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  }
}

interface Defect {
  readonly name: string;
  /** What the complaint says beside the rule. */
  readonly says?: string;
  /** The service whose document has the defect. Default: trace. */
  readonly service?: string;
  readonly file: string;
  readonly from: RegExp;
  readonly to: string;
  readonly rule: string;
}

const defects: Defect[] = [
  {
    name: "an operation that does not say who may call it",
    file: "trace/paths/objects.yaml",
    from: /^ +x-access: .*\n/m,
    to: "",
    rule: "operation-says-who-may-call-it",
  },
  {
    name: "an operation without projects and without a reason",
    file: "trace/paths/objects.yaml",
    from: /x-project: \[\/obj\/project_id\]/,
    to: "x-project: []",
    rule: "projects-are-said",
  },
  {
    name: "a project of a body that is not listed, and a reason why there is none",
    file: "trace/paths/objects.yaml",
    from: /x-project: \[\/obj\/project_id\]/,
    to: "x-project: { none: of a test }",
    rule: "projects-are-listed",
    says:
      "objects.create: /obj/project_id names a project, and x-project does not list it. " +
      "Write x-project: [/obj/project_id], or",
  },
  {
    name: "a project below an array and a union that is not listed beside others",
    file: "trace/paths/call-writes.yaml",
    from: /x-project: \["\/batch\/\*\/req\/start\/project_id", .*\]/,
    to: 'x-project: ["/batch/*/req/start/project_id"]',
    rule: "projects-are-listed",
    says: "calls.upsertBatch: /batch/*/req/end/project_id names a project",
  },
  {
    name: "a project of the query that is not listed",
    file: "trace/paths/object-labels.yaml",
    from: /x-project: \["query:\/project_id"\]/,
    to: "x-project: { none: of a test }",
    rule: "projects-are-listed",
    says: "objects.tags: query:/project_id names a project",
  },
  {
    name: "a project of the path that is not listed",
    file: "trace/paths/call-writes-v2.yaml",
    from: /x-project: \[path, (.*)\]/,
    to: "x-project: [$1]",
    rule: "projects-are-listed",
    says: "calls.complete: path:/project names a project, and x-project does not list it. Write x-project: [path], or",
  },
  {
    name: "a project of a header that is not listed",
    service: "inference",
    file: "inference/paths/models.yaml",
    from: /x-project: \["header:\/OpenAI-Project"\]/,
    to: "x-project: { none: of a test }",
    rule: "projects-are-listed",
    says: "models.list: header:/OpenAI-Project names a project",
  },
  {
    name: "a project of a form that is not listed",
    file: "trace/paths/files.yaml",
    from: /x-project: \["part:\/project_id"\]/,
    to: "x-project: { none: of a test }",
    rule: "projects-are-listed",
    says: "files.create: part:/project_id names a project",
  },
  {
    name: "an entity and its project that are not listed",
    service: "training",
    file: "training/paths/models.yaml",
    from: /x-project: \[\[\/entity, \/project\]\]/,
    to: "x-project: { none: of a test }",
    rule: "projects-are-listed",
    says: "models.create: /project names a project, and x-project does not list it. Write x-project: [[/entity, /project]], or",
  },
  {
    name: "refs that are not listed",
    file: "trace/paths/refs.yaml",
    from: /x-project: \["ref:\/refs\/\*"\]/,
    to: "x-project: { none: of a test }",
    rule: "projects-are-listed",
    says: 'refs.readBatch: /refs/* is a ref, which contains a project, and x-project does not list it. Write x-project: [\\"ref:/refs/*\\"], or',
  },
  {
    name: "projects under names that the document does not know",
    file: "trace/schemas/objects.yaml",
    from: /^( +)project_id: \{ \$ref: .* \}\n/m,
    to: "$&$1others: { type: object, additionalProperties: { $ref: ../../common/ids.yaml#/ProjectId } }\n",
    rule: "projects-are-listed",
    says: "No place of x-project reaches a member of any name",
  },
  {
    name: "an operation that readers may call and clients may repeat",
    file: "trace/paths/tables.yaml",
    from: /x-access: write\n(.*\n) +x-idempotent: true/,
    to: "x-access: read\n$1    x-idempotent: true",
    rule: "readers-do-not-write",
    says: "tables.create has x-access: read and x-idempotent, which only a write has",
  },
  {
    name: "an operation that readers may call and that answers 507",
    file: "trace/paths/call-writes.yaml",
    from: /x-access: write/,
    to: "x-access: read",
    rule: "readers-do-not-write",
    says: "calls.start has x-access: read and a response 507",
  },
  {
    name: "a missing refusal that the operation implies",
    file: "trace/paths/objects.yaml",
    from: /^ +"408": .*\n/m,
    to: "",
    rule: "refusals-follow",
  },
  {
    name: "a refusal that the operation does not imply",
    file: "trace/paths/service.yaml",
    from: /^( +)"403": .*\n/m,
    to: '$&$1"415": { $ref: ../responses.yaml#/UnsupportedMediaType }\n',
    rule: "refusals-follow",
  },
  {
    name: "an operationId that names no resource",
    file: "trace/paths/objects.yaml",
    from: /operationId: objects\.create/,
    to: "operationId: createObject",
    rule: "operation-id-is-resource-dot-verb",
  },
  {
    name: "an example that does not validate",
    file: "trace/paths/objects.yaml",
    from: /object_id: [a-z].*/,
    to: "object_id: 7",
    rule: "no-invalid-media-type-examples",
  },
  {
    name: "an example of an answer with a member that its schema does not name",
    file: "trace/paths/service.yaml",
    from: /^( +)example: \{ /m,
    to: "$&debug: secret, ",
    rule: "no-invalid-media-type-examples",
  },
  {
    name: "a body without an example",
    file: "trace/paths/service.yaml",
    from: /^ +examples?:.*\n(?: {12,}.*\n)*/m,
    to: "",
    rule: "every-body-has-an-example",
  },
  {
    name: "an operation of two resources",
    file: "trace/paths/objects.yaml",
    from: /tags: \[objects\]/,
    to: "tags: [objects, calls]",
    rule: "one-tag-an-operation",
  },
  {
    name: "an extension that is misspelt",
    file: "trace/paths/objects.yaml",
    from: /x-idempotent/,
    to: "x-idempotant",
    rule: "extension-is-known",
  },
  {
    name: "spellings of a parameter that say nothing",
    file: "trace/parameters.yaml",
    from: /(  in: path\n)/,
    to: "$1  x-also-accepts: { comma: true }\n",
    rule: "extension-is-known",
  },
  {
    name: "an unreadable pattern without a description",
    file: "common/ids.yaml",
    from: /^ {2}title: .*entity.*\n/m,
    to: "",
    rule: "pattern-says-what",
  },
  {
    name: "a list that has no pages and does not say why",
    service: "inference",
    file: "inference/paths/models.yaml",
    from: /^ +x-unpaged: .*\n/m,
    to: "",
    rule: "list-has-paging",
  },
  {
    name: "a public operation that asks for a key",
    file: "trace/paths/service.yaml",
    from: /^ +security: \[\]\n/m,
    to: "",
    rule: "public-asks-for-no-key",
  },
  {
    name: "a path that ends in a slash",
    file: "trace/openapi.yaml",
    from: /^ {2}\/version:/m,
    to: "  /version/:",
    rule: "trailing-slash-is-compat",
  },
  {
    name: "a schema that nothing refers to",
    file: "trace/schemas/files.yaml",
    from: /^/,
    to: "Forgotten: { type: string }\n",
    rule: "heddle/definition-is-used",
    says: "spec/trace/schemas/files.yaml: nothing in the document refers to Forgotten.",
  },
  {
    name: "an operation that is in no path",
    file: "trace/paths/refs.yaml",
    from: /^/,
    to: "create: { get: {} }\n",
    rule: "heddle/definition-is-used",
    says: "spec/trace/paths/refs.yaml: create is in no path of openapi.yaml.",
  },
  {
    name: "a file of paths that the document does not refer to",
    file: "trace/paths/notes.yaml",
    from: /^$/,
    to: "create: { get: {} }\n",
    rule: "heddle/definition-is-used",
    says: "spec/trace/paths/notes.yaml: create is in no path of openapi.yaml.",
  },
  {
    name: "a file of schemas that the document does not refer to",
    file: "trace/schemas/notes.yaml",
    from: /^$/,
    to: "Note: { type: string }\n",
    rule: "heddle/definition-is-used",
    says: "spec/trace/schemas/notes.yaml: nothing in the document refers to Note.",
  },
  {
    name: "a shared schema that no service refers to",
    file: "common/times.yaml",
    from: /^/,
    to: "Forgotten: { type: string }\n",
    rule: "shared-definition-is-used",
  },
];

describe("the lint refuses", () => {
  test.each(services)("nothing in $name as it is", async ({ name }) => {
    expect(await complaints(spec, name)).toBe("");
  });

  test.each(defects)("$name", async ({ name, service, file, from, to, rule, says = "" }) => {
    const root = join(folder, name, "spec");
    await cp(spec, root, { recursive: true });
    const path = join(root, file);
    // A file that a defect adds begins empty.
    const text = existsSync(path) ? await readFile(path, "utf8") : "";
    expect(text, "the defect applies").toMatch(from);
    await writeFile(path, text.replace(from, to));
    const found = await complaints(root, service);
    expect(found).toContain(rule);
    expect(found).toContain(says);
  });
});
