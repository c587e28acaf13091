import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serviceNamed, services } from "../spec/services.ts";

const repository = fileURLToPath(new URL("../../../../", import.meta.url));
const script = join(repository, ".ci/release-check.ts");
const carriers = ["@heddle/types", "@heddle/client", "@heddle/server-kit", "@heddle/stub"];

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "heddle-release-check-"));
  await write(".changeset/config.json", "{}");
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

/** The part of a document that these tests change. */
interface Loose {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: {
    schemas: Record<
      string,
      {
        required?: string[];
        pattern?: string;
        anyOf?: unknown[];
        properties: Record<string, unknown>;
      }
    >;
  };
}

type Edit = (document: Loose) => void;

/** A tree whose trace service was released as it is in the spec, and has been edited since. */
async function treeWith(edit: Edit): Promise<void> {
  const { document } = serviceNamed("trace");
  const edited = structuredClone(document) as unknown as Loose;
  edit(edited);
  await write("spec/released/trace.json", JSON.stringify(document));
  await write("packages/types/src/generated/documents/trace.json", JSON.stringify(edited));
}

async function promise(bump: string, packages: readonly string[] = carriers): Promise<void> {
  const front = packages.map((name) => `"${name}": ${bump}`).join("\n");
  await write(`.changeset/change-${bump}.md`, `---\n${front}\n---\n\nWhat changed.\n`);
}

async function check(): Promise<{ readonly refused: boolean; readonly output: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, root], {
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    });
    return { refused: false, output: stdout };
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as Record<string, string | number>;
    if (code !== 1 || stderr !== "") throw error;
    return { refused: true, output: String(stdout) };
  }
}

interface Case {
  readonly name: string;
  readonly edit: Edit;
  readonly demands: "patch" | "minor" | "major";
  /** The text that the refusal must contain. */
  readonly named: RegExp;
}

const read = (document: Loose): Record<string, unknown> =>
  document.paths["/call/read"]?.["post"] ?? {};

const cases: Case[] = [
  {
    name: "a member that answers no longer have",
    edit: ({ components }) => {
      const { CallStarted: schema } = components.schemas;
      delete schema?.properties["trace_id"];
      schema?.required?.pop();
    },
    demands: "major",
    named: /trace_id/,
  },
  {
    name: "a member that requests must have from now on",
    edit: ({ components }) => {
      components.schemas["CallsQuery"]?.required?.push("limit");
    },
    demands: "major",
    named: /limit/,
  },
  {
    name: "an operation that is gone",
    edit: ({ paths }) => {
      delete paths["/version"];
    },
    demands: "major",
    named: /\/version/,
  },
  {
    name: "a method with another name",
    edit: (document) => {
      read(document)["operationId"] = "calls.get";
    },
    demands: "major",
    named: /calls\.read became calls\.get/,
  },
  {
    name: "a key that must be allowed more",
    edit: (document) => {
      read(document)["x-access"] = "admin";
    },
    demands: "major",
    named: /x-access read became admin/,
  },
  {
    name: "an optional member of a request",
    edit: ({ components }) => {
      const { CallsQuery: schema } = components.schemas;
      if (schema !== undefined) schema.properties["colour"] = { type: "string" };
    },
    demands: "minor",
    named: /colour/,
  },
  {
    name: "a pattern of a request that takes more",
    edit: ({ components }) => {
      const { PayloadPath: schema } = components.schemas;
      if (schema !== undefined) schema.pattern = "^[A-Za-z0-9_. -]+$";
    },
    demands: "minor",
    named: /pattern/,
  },
  {
    name: "a text of a request that may be a number too",
    edit: ({ components }) => {
      const { PayloadPath: text } = components.schemas;
      const anyOf = [structuredClone(text), { type: "integer" }];
      components.schemas["PayloadPath"] = { anyOf, properties: {} };
    },
    demands: "minor",
    named: /anyOf/,
  },
  {
    name: "a pattern of a request that takes less",
    edit: ({ components }) => {
      const { PayloadPath: schema } = components.schemas;
      if (schema !== undefined) schema.pattern = "^[A-Za-z0-9_.]+$";
    },
    demands: "major",
    named: /pattern/,
  },
  {
    name: "a new operation",
    edit: ({ paths }) => {
      paths["/version2"] = structuredClone(paths["/version"] ?? {});
    },
    demands: "minor",
    named: /\/version2/,
  },
  {
    name: "a better description",
    edit: (document) => {
      read(document)["description"] = "Better.";
    },
    demands: "patch",
    named: /description/,
  },
];

/** The next lower bump: the most likely mistake. */
const lower = { patch: "none", minor: "patch", major: "minor" } as const;

describe.each(cases)("$name demands a $demands", ({ edit, demands, named }) => {
  test("which is enough", async () => {
    await treeWith(edit);
    await promise(demands);
    expect(await check()).toEqual({
      refused: false,
      output: `trace: changed by a ${demands} since the last release, as the changesets say\n`,
    });
  });

  test("and a lower one is refused, with the name of the change", async () => {
    await treeWith(edit);
    await promise(lower[demands]);
    const { refused, output } = await check();
    expect(refused).toBe(true);
    expect(output).toMatch(named);
    expect(output).toContain(`changed by a ${demands}`);
    for (const name of carriers) expect(output).toContain(`${name} (${lower[demands]})`);
  });
});

describe("beyond one document", () => {
  test("without a change nothing is demanded", async () => {
    await treeWith(() => undefined);
    expect(await check()).toEqual({ refused: false, output: "trace: as in the last release\n" });
  });

  test("without any changeset every package is named", async () => {
    await treeWith(cases[0]?.edit ?? (() => undefined));
    const { refused, output } = await check();
    expect(refused).toBe(true);
    for (const name of carriers) expect(output).toContain(`${name} (none)`);
  });

  test("a package that carries the contract and is left out is named", async () => {
    await treeWith(cases[5]?.edit ?? (() => undefined));
    await promise("minor", carriers.slice(0, -1));
    const { refused, output } = await check();
    expect(refused).toBe(true);
    expect(output).toContain("@heddle/stub (none)");
    expect(output).not.toContain("@heddle/client (");
  });

  test("the highest of several changesets counts", async () => {
    await treeWith(cases[0]?.edit ?? (() => undefined));
    await promise("patch");
    await promise("major");
    expect((await check()).refused).toBe(false);
  });

  test("a service that was not released yet demands a minor", async () => {
    await treeWith(() => undefined);
    await write("packages/types/src/generated/documents/weaving.json", "{}");
    await promise("patch");
    expect((await check()).output).toMatch(
      /weaving: the contract changed by a minor[^]*not released/,
    );
    await promise("minor");
    const { refused, output } = await check();
    expect(refused).toBe(false);
    expect(output).toContain("weaving: not released yet");
  });

  test("a service that was removed demands a major", async () => {
    await treeWith(() => undefined);
    await write("spec/released/weaving.json", "{}");
    await promise("minor");
    expect((await check()).output).toMatch(/weaving: the contract changed by a major[^]*removed/);
    await promise("major");
    expect((await check()).refused).toBe(false);
  });

  test("every service of the spec is looked at", async () => {
    for (const { name, document } of services) {
      const bundle = `packages/types/src/generated/documents/${name}.json`;
      await write(bundle, JSON.stringify(document));
    }
    const { output } = await check();
    for (const { name } of services) expect(output).toContain(`${name}: the contract changed`);
  });
});
