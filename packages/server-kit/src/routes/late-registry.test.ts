import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { fillWhenRead } from "./late-registry.ts";

const head = { openapi: "3.1.1", info: { title: "A test", version: "1" } };
const routeAt = (path: string) =>
  createRoute({ method: "get", path, responses: { 200: { description: "Done." } } });

test("nothing is made before the registry is read, and then it is made once", () => {
  const app = new OpenAPIHono();
  let fills = 0;
  fillWhenRead(app.openAPIRegistry, (registry) => {
    fills += 1;
    registry.registerPath(routeAt("/late"));
  });
  app.openapi(routeAt("/own"), (c) => c.body(null, 200));
  expect(fills).toBe(0);
  for (let reading = 0; reading < 2; reading += 1) {
    expect(Object.keys(app.getOpenAPI31Document(head).paths ?? {})).toEqual(["/late", "/own"]);
  }
  expect(fills).toBe(1);
});

test("an app that mounts this one has its definitions, and those that come later do not hide them", () => {
  const app = new OpenAPIHono();
  fillWhenRead(app.openAPIRegistry, (registry) => {
    registry.register("Name", z.string());
    registry.registerPath(routeAt("/late"));
  });
  const outer = new OpenAPIHono();
  // To compare the two kinds of app takes the compiler a third of all types of this package.
  outer.route("/traces", app as never);
  app.openapi(routeAt("/own"), (c) => c.body(null, 200));
  const document = outer.getOpenAPI31Document(head);
  expect(Object.keys(document.paths ?? {})).toEqual(["/traces/late"]);
  expect(document.components?.schemas).toEqual({ Name: { type: "string" } });
  expect(Object.keys(app.getOpenAPI31Document(head).paths ?? {})).toEqual(["/late", "/own"]);
});
