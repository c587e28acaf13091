import { describe, expect, test } from "vitest";
import type { Finding } from "./findings.ts";
import { mergeHandlers, mergeIndex } from "./merge.ts";

const resource = {
  description: undefined,
  operations: [
    { id: "calls.read", verb: "read" },
    { id: "calls.delete", verb: "delete" },
  ],
};

function merged(text: string): { readonly text: string; readonly findings: readonly Finding[] } {
  return mergeHandlers({ file: "calls.ts", text }, "calls", "calls", resource);
}

const head = 'import { notBuilt } from "@heddle/server-kit";\n';

describe("missing members are added as new lines, and no line changes", () => {
  test.each<[string, string, string]>([
    [
      "after the last member",
      `${head}export const calls = {\n  read: notBuilt("calls.read"),\n};\n`,
      `${head}export const calls = {\n  read: notBuilt("calls.read"),\n  delete: notBuilt("calls.delete"),\n};\n`,
    ],
    [
      "after hand-written members and their comments",
      `${head}const calls: Handlers = {\n    // mine\n    async read({ body }) {\n      return { a: [1, 2], body };\n    }, // so it is\n    // more to come\n} as const satisfies X;\nconst other = {};\n`,
      `${head}const calls: Handlers = {\n    // mine\n    async read({ body }) {\n      return { a: [1, 2], body };\n    }, // so it is\n    // more to come\n    delete: notBuilt("calls.delete"),\n} as const satisfies X;\nconst other = {};\n`,
    ],
    [
      "after a member without a comma",
      `${head}const calls = {\n\tread // here\n};`,
      `${head}const calls = {\n\tread // here\n\t, delete: notBuilt("calls.delete"),\n};`,
    ],
    [
      "into an empty object",
      `${head}const calls = {\n};\n`,
      `${head}const calls = {\n  read: notBuilt("calls.read"),\n  delete: notBuilt("calls.delete"),\n};\n`,
    ],
    [
      "with the line ends of the file",
      `${head}const calls = {\r\n  "read": 1,\r\n};\r\n`,
      `${head}const calls = {\r\n  "read": 1,\r\n  delete: notBuilt("calls.delete"),\r\n};\r\n`,
    ],
    [
      "with an import that was removed",
      `#!/usr/bin/env node\nimport a from "a"; // a\nimport {\n  b,\n} from "b";\n\nconst calls = {\n  read: a(b),\n};\n`,
      `#!/usr/bin/env node\nimport a from "a"; // a\nimport {\n  b,\n} from "b";\n${head}\nconst calls = {\n  read: a(b),\n  delete: notBuilt("calls.delete"),\n};\n`,
    ],
    [
      "under the name in the import",
      `import { notBuilt as later } from "@heddle/server-kit";\nconst calls = {\n  read: 1,\n};\n`,
      `import { notBuilt as later } from "@heddle/server-kit";\nconst calls = {\n  read: 1,\n  delete: later("calls.delete"),\n};\n`,
    ],
    [
      "with a notBuilt of the file's own",
      "function notBuilt() {}\nconst calls = {\n  read: 1,\n};\n",
      'function notBuilt() {}\nconst calls = {\n  read: 1,\n  delete: notBuilt("calls.delete"),\n};\n',
    ],
  ])("%s", (_where, text, want) => {
    const { text: result, findings } = merged(text);
    expect(result).toBe(want);
    expect(findings).toContainEqual(
      expect.objectContaining({ kind: "added", names: expect.arrayContaining(["calls.delete"]) }),
    );
    expect(merged(result)).toEqual({ text: result, findings: [] });
  });
});

describe("a line without a place is printed", () => {
  test.each([
    ["on one line", "const calls = { read: 1 };\n", "calls closes on the line of its last member"],
    [
      "closing on the line of a member",
      "const calls = {\n  read: 1 };\n",
      "calls closes on the line",
    ],
    [
      "a spread",
      "const calls = {\n  ...base,\n  read: 1,\n};\n",
      "has members without a fixed name",
    ],
    ["a computed name", "const calls = {\n  [read]: 1,\n};\n", "has members without a fixed name"],
    ["a call", "const calls = make();\n", "there is no object calls"],
    ["a class", "export class Calls {}\n", "there is no object calls"],
    ["another name", "const call = {\n};\n", "there is no object calls"],
    ["broken text", "const calls = {\n  read: (\n", "calls closes on the line"],
  ])("%s", (_shape, text, why) => {
    const { text: result, findings } = merged(head + text);
    expect(result).toBe(head + text);
    const [finding] = findings.filter(({ kind }) => kind === "paste");
    expect(finding).toMatchObject({
      kind: "paste",
      file: "calls.ts",
      why: expect.stringContaining(why),
    });
    expect(finding).toHaveProperty(
      "lines",
      expect.arrayContaining(['delete: notBuilt("calls.delete"),']),
    );
  });
});

test("a removed operation is listed with its line, and its handler stays", () => {
  const text = `${head}const calls = {\n  read,\n\n  /** Mine. */\n  start: async () => 1,\n  delete: del,\n};\n`;
  expect(merged(text)).toEqual({
    text,
    findings: [{ kind: "gone", file: "calls.ts", line: 6, name: "calls.start" }],
  });
});

test("a service's new resources are added with their imports", () => {
  const text =
    'import type { ApiHandlers } from "x";\nimport { calls } from "./calls.ts";\n\nexport const apiHandlers = {\n  calls,\n  old,\n};\n';
  const files = new Map([
    ["calls", "calls"],
    ["trainingJobs", "training-jobs"],
    ["delete", "delete"],
  ]);
  const result = mergeIndex({ file: "handlers.ts", text }, "apiHandlers", files);
  expect(result.text).toBe(
    'import type { ApiHandlers } from "x";\nimport { calls } from "./calls.ts";\nimport { trainingJobs } from "./training-jobs.ts";\nimport { deleteHandlers } from "./delete.ts";\n\nexport const apiHandlers = {\n  calls,\n  old,\n  trainingJobs,\n  delete: deleteHandlers,\n};\n',
  );
  expect(result.findings).toEqual([
    { kind: "added", file: "handlers.ts", names: ["trainingJobs", "delete"] },
    { kind: "gone", file: "handlers.ts", line: 6, name: "old" },
  ]);
});
