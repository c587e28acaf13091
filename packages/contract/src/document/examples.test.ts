import { describe, expect, test } from "vitest";
import { examplesOf, resolve, type MediaType } from "../spec/document.ts";
import { everyOperation, serviceNamed, services } from "../spec/services.ts";
import { projectPlaces } from "../requests/with-project.ts";
import { exampleViolations } from "./examples.ts";

describe.each(services)("every example of $name", (service) => {
  test("validates", () => {
    const { violations, count } = exampleViolations(service);
    expect(violations).toEqual([]);
    expect(count).toBeGreaterThan(service.operations.length);
  });

  test("an answer with a member that its schema does not name is noticed", () => {
    const schema = { type: "object", properties: { named: { type: "integer" } } };
    const content = { "application/json": { schema, example: { named: 1, debug: "secret" } } };
    const post = {
      operationId: "planted.example",
      requestBody: { content },
      responses: { "200": { description: "", content } },
    };
    const document = { ...service.document, paths: { "/planted": { post } } };
    const components = { ...service.document.components, schemas: {} };
    const { violations } = exampleViolations({ document: { ...document, components } });
    expect(violations).toEqual([
      "planted.example 200 application/json example: /debug is not named",
    ]);
  });

  test("a changed one is noticed", () => {
    const schemas = service.document.components.schemas;
    const [name = ""] = Object.keys(schemas).filter(
      (key) => schemas[key]?.type === "object" && (schemas[key].required ?? []).length > 0,
    );
    const document = structuredClone(service.document) as unknown as {
      paths: Record<string, unknown>;
    };
    const media = { schema: { $ref: `#/components/schemas/${name}` }, example: { wrong: 1 } };
    const content = { "application/json": media };
    document.paths["/changed"] = {
      post: {
        operationId: "changed.example",
        requestBody: { content },
        responses: { "200": { description: "", content } },
      },
    };
    const changed = { ...service, document: document as unknown as typeof service.document };
    expect(exampleViolations(changed).violations).toHaveLength(2);
  });
});

/** Media types whose examples cannot be written down. */
const isBytes = (mediaType: string): boolean =>
  mediaType === "application/octet-stream" || mediaType === "multipart/form-data";

describe.each(everyOperation)("$id", ({ service, placed }) => {
  const { operation } = placed;
  const success = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));

  test("has an example of its request and of its answer, unless they are bytes", () => {
    const bodies: (Readonly<Record<string, MediaType>> | undefined)[] = [
      operation.requestBody?.content,
      ...success.map(([, response]) => resolve(service.document, response).content),
    ];
    for (const content of bodies) {
      for (const [mediaType, media] of Object.entries(content ?? {})) {
        if (isBytes(mediaType)) continue;
        expect(examplesOf(service.document, media), mediaType).not.toHaveLength(0);
      }
    }
  });

  test("says who may call it, where its projects stand, and how it fails", () => {
    expect(["public", "read", "write", "admin"]).toContain(operation["x-access"]);
    if (operation["x-access"] !== "public") {
      // In a header, another entity's project counts as a wrong credential.
      const isNamed = projectPlaces(service, placed).some((place) => place.in !== "header");
      const refusals = isNamed ? ["401", "403", "404"] : ["401"];
      expect(operation["x-project"]).toBeDefined();
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(refusals));
    }
    expect(success).toHaveLength(1);
  });

  test("documents how a backend says that it has not built it", () => {
    // The trace service says it with the 404 that its operations have anyway.
    if (service.notBuilt === "404") return;
    expect(Object.keys(operation.responses)).toContain(service.notBuilt);
  });

  test("documents how its body is refused before any handler sees it", () => {
    const mediaTypes = Object.keys(operation.requestBody?.content ?? {});
    if (mediaTypes.length === 0) return;
    // Any bytes are valid; only their number may be wrong.
    const refusals = mediaTypes.includes("application/octet-stream")
      ? ["413"]
      : service.bodyRefusals;
    const leftOut = refusals.filter((status) => !(status in operation.responses));
    expect(leftOut, "statuses that the kit answers and the spec leaves out").toEqual([]);
  });
});

test("the judge refuses wrong values", () => {
  const { document, judge } = serviceNamed("trace");
  const started = document.components.schemas["CallStart"] ?? {};
  expect(judge.judge(started, { project_id: "no-slash" }).valid).toBe(false);
  expect(judge.judge(started, { project_id: 7 }).valid).toBe(false);
});
