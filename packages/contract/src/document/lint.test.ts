import { execFile } from "node:child_process";
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

  test.each(defects)("$name", async ({ service, file, from, to, rule }) => {
    const root = join(folder, rule.replace("/", "-"));
    await cp(spec, root, { recursive: true });
    const path = join(root, file);
    const text = await readFile(path, "utf8");
    expect(text, "the defect applies").toMatch(from);
    await writeFile(path, text.replace(from, to));
    expect(await complaints(root, service)).toContain(rule);
  });
});
