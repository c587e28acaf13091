/** Serves three operations of the trace service from an app of plain OpenAPIHono. */
import { Heddle } from "@heddle/client";
import { registerComponents } from "@heddle/server-kit";
import * as trace from "@heddle/server-kit/trace/routes";
import { OpenAPIHono } from "@hono/zod-openapi";

const { head, routes } = trace;
const tagsOf = new Map<string, Set<string>>();

const app = new OpenAPIHono({
  defaultHook: (result, c) => {
    if (result.success) return undefined;
    const faults = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    return c.json({ reason: faults.join("; ") }, 422);
  },
}).basePath("/traces");
app.openapi(routes.objectsAddTags, (c) => {
  const { object_id, digest } = c.req.valid("param");
  const { project_id, tags } = c.req.valid("json");
  if (tags.length === 0) return c.json({ reason: `${object_id}:${digest} gets no tag` }, 400);
  const known = tagsOf.get(project_id) ?? new Set();
  tagsOf.set(project_id, new Set([...known, ...tags]));
  return c.json({}, 200);
});
app.openapi(routes.objectsRemoveTags, (c) => {
  const { project_id, tags } = c.req.valid("json");
  for (const tag of tags) tagsOf.get(project_id)?.delete(tag);
  return c.json({}, 200);
});
app.openapi(routes.objectsTags, (c) => {
  const known = tagsOf.get(c.req.valid("query").project_id) ?? [];
  return c.json({ tags: [...known].sort() }, 200);
});

registerComponents(app.openAPIRegistry, trace);
const { openapi, paths = {} } = app.getOpenAPI31Document(head);
console.log(`OpenAPI ${openapi}: ${Object.keys(paths).length} paths`);

const heddle = new Heddle({ baseUrl: "http://localhost", apiKey: "any", fetch: app.fetch });
const project_id = "local/examples";
await heddle.trace.objects.addTags("planner", "d1", { project_id, tags: ["good", "fast"] });
await heddle.trace.objects.removeTags("planner", "d1", { project_id, tags: ["fast"] });
console.log(`tags: ${(await heddle.trace.objects.tags({ project_id })).tags.join(", ")}`);
const wrong = await app.request("/traces/tags");
console.log(`without a project: ${wrong.status}, ${await wrong.text()}`);
