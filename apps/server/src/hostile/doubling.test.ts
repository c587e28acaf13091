import { describe, expect, test, vi } from "vitest";
import { Refusal } from "../refusals/refusal.ts";
import { presentedKey } from "../access/credentials.ts";
import { parseProjectId, parseProject } from "../access/project-id.ts";
import { requesterOf } from "../access/testing/requester-of.ts";
import { jsonText } from "../http/html/json-text.ts";
import { callPage } from "../side-doors/pages/call-page.ts";
import { opLabel, refUrl } from "../side-doors/pages/links.ts";
import { objectPage } from "../side-doors/pages/object-page.ts";
import type { CallView } from "../side-doors/pages/views.ts";
import { expandTree } from "../trace/calls/expand/expand-columns.ts";
import { refSites } from "../trace/calls/expand/ref-sites.ts";
import { factsAt, sizeOf } from "../trace/calls/expand/value-facts.ts";
import { JsonPlaces } from "../trace/json-text/json-places.ts";
import { externalString, externalText, collectRefs } from "../trace/calls/record/call-refs.ts";
import { AnsweredSummary } from "../trace/calls/record/call-summary.ts";
import { compactText, scanText } from "../trace/calls/record/leaves/compact-text.ts";
import { payloadFacts } from "../trace/calls/record/leaves/payload-facts.ts";
import { selectCalls } from "../trace/calls/read/calls-selection.ts";
import { withDescendants } from "../trace/calls/read/descendants.ts";
import { traceName } from "../trace/calls/record/trace-name.ts";
import { parseInstant } from "../trace/instant.ts";
import { checkObjectId } from "../trace/objects/object.ts";
import { parseRef } from "../trace/refs/ref.ts";
import { applyEdits, type TableEdit } from "../trace/tables/table-changes.ts";
import { principalOf } from "../trace/testing/trace-records.ts";
import { growthOf, type Measured, tooMuch } from "./testing/growth.ts";
import { allShapes, jsonShapes, type Shape } from "./testing/hostile-texts.ts";

// A second or two each, with nothing beside them.
vi.setConfig({ testTimeout: 120_000 });

const { projects } = requesterOf(principalOf("a"));
const project = projects.writable("a/b");

/** A refusal of the text counts as done. */
function refusable(run: (text: string) => unknown): (text: string) => unknown {
  return (text) => {
    try {
      return run(text);
    } catch (error) {
      if (error instanceof Refusal || error instanceof SyntaxError) return error;
      throw error;
    }
  };
}

/** Expands the members that hostile texts have. */
const expanded = expandTree(["x.weave.a", "x.a.a.0", "x.0.0.a", "x.0"]).get("x")!;

const withText: readonly (readonly [
  name: string,
  run: (text: string) => unknown,
  shapes: readonly Shape[],
])[] = [
  ["JSON laid out for a page", (text) => jsonText(text, refUrl, text.length), allShapes],
  ["the page of a call", (text) => callPage(project.name, callOf(text), [callOf(text)]), allShapes],
  ["the page of an object", (text) => objectPage(project.name, objectOf(text)), allShapes],
  ["the label of an op", opLabel, allShapes],
  ["the name of a trace", traceName, allShapes],
  ["the key in a header", (text) => presentedKey(headersOf(text)), allShapes],
  ["the name of a project", parseProject, allShapes],
  ["the id of a project", parseProjectId, allShapes],
  ["the name of an object", checkObjectId, allShapes],
  ["a moment", parseInstant, allShapes],
  ["a ref", (text) => parseRef(text, projects), allShapes],
  ["the refs of a text", (text) => collectRefs(text, text.length, projects), jsonShapes],
  ["a text in external form", (text) => externalString(text, projects), allShapes],
  ["the payload of a call", (text) => externalText(text, projects), jsonShapes],
  ["the stored form of a payload", compactText, jsonShapes],
  ["the leaves of a payload", leavesOf, jsonShapes],
  ["the leaves of a payload in objects", (text) => leavesOf(`{"usage":{"a":${text}}}`), jsonShapes],
  ["the refs to expand in a payload", (text) => refSites(text, expanded), jsonShapes],
  ["the text of a value behind a ref", behindRef, jsonShapes],
  ["a column to expand", (text) => expandTree([text]), allShapes],
  ["the summary of a call", (text) => summaryOf(`{"weave":{"a":${text}},"b":${text}}`), jsonShapes],
  [
    "the field of a query",
    (text) => selected({ $eq: [{ $getField: text }, literal(1)] }),
    allShapes,
  ],
  [
    "the text of a query",
    (text) => selected({ $eq: [{ $getField: "op_name" }, literal(text)] }),
    allShapes,
  ],
  [
    "a moment of a query",
    (text) => selected({ $eq: [{ $getField: "started_at" }, literal(text)] }),
    allShapes,
  ],
  [
    "the filter of a query",
    (text) => selectCalls({ filter: { op_names: [text] } }, project, projects),
    allShapes,
  ],
];

test.each(withText)("%s costs no more than its length", async (_, run, shapes) => {
  const slow: string[] = [];
  for (const [shape, make] of shapes) {
    const growth = await growthOf({ make, run: refusable(run) });
    if (growth >= tooMuch) slow.push(`${shape}: ${Math.round(growth)} times`);
  }
  expect(slow).toEqual([]);
});

const withMore: readonly (readonly [name: string, growth: () => Promise<number>])[] = [
  [
    "changes of a table",
    measuring({
      // Ten thousand are the most that are done at once.
      size: 300,
      make: (size) => ({
        base: Array.from({ length: 50 * size }, (_, at) => String(at)),
        edits: Array.from({ length: size }, (): TableEdit => ({
          kind: "insert",
          index: 0,
          digest: "",
        })),
      }),
      run: ({ base, edits }) => applyEdits(base, edits),
    }),
  ],
  [
    "calls in calls",
    measuring({
      make: (size) =>
        Array.from({ length: size }, (_, at) => ({ id: `${at + 1}`, parent_id: `${at}` })),
      run: (calls) => withDescendants(["0"], calls),
    }),
  ],
];

test.each(withMore)("%s cost no more than their number", async (_, growth) => {
  expect(await growth()).toBeLessThan(tooMuch);
});

describe("the measure", () => {
  // Its usual size would take minutes here.
  const size = 512;

  test("finds what looks at all before it for each character", async () => {
    const run = (text: string): number => {
      let seen = 0;
      for (let at = 0; at < text.length; at += 1) if (text.lastIndexOf("b", at) >= 0) seen += 1;
      return seen;
    };
    const growth = await growthOf({ make: (length) => "a".repeat(length), run, size });
    expect(growth).toBeGreaterThan(tooMuch);
  });

  test("finds an expression that looks for an end once more at each quote", async () => {
    const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s[\]{},:"]+|\s+/gs;
    const make = (length: number): string => `"${'\\"'.repeat(length / 2)}`;
    const run = (text: string): number | undefined => text.match(tokens)?.length;
    expect(await growthOf({ make, run, size })).toBeGreaterThan(tooMuch);
  });

  test("finds a list that is copied for each of its entries", async () => {
    const run = (length: number): readonly number[] => {
      let list: readonly number[] = [];
      for (let at = 0; at < length; at += 1) list = [...list, at];
      return list;
    };
    const growth = await growthOf({ make: (length) => length, run, size: size / 4 });
    expect(growth).toBeGreaterThan(tooMuch);
  });

  test("lets pass what looks at each character once", async () => {
    const make = (length: number): string => "a,".repeat(length / 2);
    const run = (text: string): number => text.split(",").length;
    expect(await growthOf({ make, run })).toBeLessThan(tooMuch);
  });
});

function measuring<Input>(one: Measured<Input>): () => Promise<number> {
  return () => growthOf(one);
}

function summaryOf(reported: string): unknown {
  const facts = { started_at: "", ended_at: null, display_name: "", op_name: "o" } as const;
  return new AnsweredSummary(reported, { ...facts, status: "running" }).toJSON();
}

/** The text and the size of a value, as queries see them. */
function behindRef(text: string): unknown {
  const facts = factsAt(new JsonPlaces(text), 0, false);
  return [facts, sizeOf(facts)];
}

function literal(value: unknown): object {
  return { $literal: value };
}

function selected($expr: object): unknown {
  return selectCalls({ query: { $expr } as never }, project, projects);
}

/** Headers as a server has them: what is no text of a header does not come that far. */
function headersOf(text: string): Headers {
  const credentials = text.replaceAll(/[^\t\x20-\x7e]/g, "_");
  return new Headers({ authorization: `Basic ${credentials}`, "wandb-api-key": credentials });
}

function callOf(text: string): CallView {
  return {
    id: text,
    opName: text,
    displayName: null,
    traceId: text,
    parentId: text,
    threadId: text,
    startedAt: text,
    endedAt: text,
    exception: text,
    status: text,
    latencyMs: 1,
    userName: text,
    inputs: text,
    output: text,
    attributes: text,
    summary: text,
  };
}

/** With a number and a surrogate that make it read twice. */
function leavesOf(text: string): unknown {
  const compact = scanText(`[9007199254740993,"\\ud800",${text}]`);
  return payloadFacts("summary", compact, JSON.parse(compact.text));
}

function objectOf(text: string): Parameters<typeof objectPage>[1] {
  return {
    objectId: text,
    digest: text,
    versionIndex: 0,
    isLatest: true,
    kind: text,
    baseClass: text,
    createdAt: text,
    userName: text,
    value: text,
  };
}
