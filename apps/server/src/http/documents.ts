import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Hono } from "hono";
import type { MountedService } from "./areas.ts";
import type { HttpEnv } from "./env.ts";
import { heldText } from "./held-text.ts";
import { pageHeaders } from "./html/layout.ts";
import type { OpenApiDocument } from "./reference/document.ts";
import type { ListedService } from "./reference/index-page.ts";

/** The parts of a service that its documents need. */
type Documented = Pick<MountedService, "name" | "notBuiltIds">;

/** A bundled document as text and as a page. */
interface Published extends ListedService {
  readonly text: string;
  readonly page: string;
}

/**
 * Serves the bundled OpenAPI documents at `/openapi/{service}.json`, the same documents as pages at
 * `/docs/{service}`, and a list of them at `/docs`. All are public. Each is made once, at its first
 * request.
 */
export function documentsApp(mounted: readonly Documented[]): Hono<HttpEnv> {
  const services = new Map(mounted.map((service) => [service.name, service]));
  const published = new Map<string, Promise<Published>>();
  const load = (service: Documented): Promise<Published> => {
    const { name } = service;
    const known = published.get(name);
    if (known !== undefined) return known;
    const loading = publish(service);
    published.set(name, loading);
    // After a failure, the next request tries again.
    loading.catch(() => published.delete(name));
    return loading;
  };
  const app = new Hono<HttpEnv>();
  for (const [name, service] of services) {
    app.get(`/openapi/${name}.json`, async (c) =>
      heldText(c, (await load(service)).text, { "Content-Type": "application/json" }),
    );
    app.get(`/docs/${name}`, async (c) => heldText(c, (await load(service)).page, pageHeaders));
  }
  app.get("/docs", async (c) => {
    const { indexPage } = await import("./reference/index-page.ts");
    const listed = await Promise.all([...services.values()].map(load));
    return heldText(c, indexPage(listed), pageHeaders);
  });
  return app;
}

async function publish({ name, notBuiltIds }: Documented): Promise<Published> {
  const file = createRequire(import.meta.url).resolve(`@heddle/types/documents/${name}.json`);
  const text = await readFile(file, "utf8");
  const { referencePage } = await import("./reference/reference-page.ts");
  const document = JSON.parse(text) as OpenApiDocument;
  const notBuilt = new Set(notBuiltIds);
  return { name, document, notBuilt, text, page: referencePage(document, notBuilt) };
}
