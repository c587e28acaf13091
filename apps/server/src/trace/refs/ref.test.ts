import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { requesterOf } from "../../access/testing/requester-of.ts";
import { principalOf } from "../testing/trace-records.ts";
import { formatRef, parseRef, type Ref } from "./ref.ts";

const { projects } = requesterOf(principalOf("acme"));
const project = projects.named("acme/support");
const object = { kind: "object", project, name: "ds", version: "D" } as const;

describe("reading", () => {
  const refs: readonly [string, Ref][] = [
    ["weave:///acme/support/object/ds:D", { ...object, extra: [] }],
    [`weave-trace-internal:///${project.id}/object/ds:D`, { ...object, extra: [] }],
    [
      "weave:///acme/support/op/f.g:latest",
      {
        kind: "op",
        project,
        name: "f.g",
        version: "latest",
        extra: [],
      },
    ],
    [
      "weave:///acme/support/object/ds:D/attr/rows/id/R/key/a%2Fb%20%C3%A9/index/0",
      {
        ...object,
        extra: [
          { edge: "attr", value: "rows" },
          { edge: "id", value: "R" },
          { edge: "key", value: "a/b é" },
          { edge: "index", value: "0" },
        ],
      },
    ],
    [
      "weave:///acme/support/object/ds:D/key/100%/key/",
      {
        ...object,
        extra: [
          { edge: "key", value: "100%" },
          { edge: "key", value: "" },
        ],
      },
    ],
    ["weave:///acme/support/table/T", { kind: "table", project, digest: "T" }],
    ["weave:///acme/support/table/T/id/R", { kind: "table", project, digest: "T" }],
    ["weave:///acme/support/call/0198c5e2", { kind: "call", project, id: "0198c5e2", extra: [] }],
  ];

  test.each(refs)("%s", (text, ref) => expect(parseRef(text, projects)).toEqual(ref));

  test.each([
    "",
    "object/ds:D",
    "weave://acme/support/object/ds:D",
    "weave-private://///object/ds:D",
    "wandb-artifact:///acme/support/x",
    "weave:///acme",
    "weave:///acme/support",
    "weave:////support/object/ds:D",
    "weave:///acme/support/thing/ds:D",
    "weave:///acme/support/object/ds",
    "weave:///acme/support/object/:D",
    "weave:///acme/support/object/ds:",
    "weave:///acme/support/object/ds:D:E",
    "weave:///acme/support/object/ds:D/attr",
    "weave:///acme/support/object/ds:D/attr/a/",
    "weave:///acme/support/object/ds:D/member/a",
    "weave:///acme/support/object/ds:D/index/a",
    "weave:///acme/support/object/ds:D/index/1.5",
    "weave:///acme/support/table/",
    "weave:///acme/support/call/",
    "weave-trace-internal:////object/ds:D",
    "weave-trace-internal:///no-id/object/ds:D",
    `weave:///acme/support/object/ds:D${"/index/0".repeat(10_000)}`,
  ])("%.50j is no ref", (text) => expect(parseRef(text, projects)).toBeTypeOf("string"));
});

describe("writing", () => {
  it("encodes everything but letters, digits and _.-~ in the path", () => {
    const extra = [{ edge: "key", value: "aZ09_.-~ /:%!'()*é\u{1f680}" }] as const;
    expect(formatRef({ ...object, extra }, "external")).toBe(
      "weave:///acme/support/object/ds:D/key/" +
        "aZ09_.-~%20%2F%3A%25%21%27%28%29%2A%C3%A9%F0%9F%9A%80",
    );
  });

  it("reading a formatted ref gives the same ref, in both forms", () => {
    const step = fc.record({
      edge: fc.constantFrom("attr" as const, "key" as const, "id" as const),
      value: fc.string({ unit: "binary" }),
    });
    const index = fc.nat().map((at) => ({ edge: "index" as const, value: String(at) }));
    const extras = fc.array(fc.oneof(step, index), { maxLength: 5 });
    fc.assert(
      fc.property(
        extras,
        fc.constantFrom("internal" as const, "external" as const),
        (extra, form) => {
          const ref: Ref = { ...object, extra };
          expect(parseRef(formatRef(ref, form), projects)).toEqual(ref);
        },
      ),
    );
    for (const text of ["weave:///acme/support/table/T", "weave:///acme/support/call/1"]) {
      expect(formatRef(parseRef(text, projects) as Ref, "external")).toBe(text);
    }
  });
});
