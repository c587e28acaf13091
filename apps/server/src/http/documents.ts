import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Hono } from "hono";
import type { HttpEnv } from "./env.ts";
import { pageHeaders } from "./html/layout.ts";
import type { OpenApiDocument } from "./reference/document.ts";

/** A bundled document, as text and as the page made of it. */
interface Published {
  readonly document: OpenApiDocument;
  readonly text: string;
  readonly page: string;
}

/**
 * `/openapi/{service}.json`, the documents that the server is built from, `/docs/{service}`, the same
 * for reading, and `/docs`, which lists them. All are public, and made once, when they are asked for.
 */
export function documentsApp(services: ReadonlySet<string>): Hono<HttpEnv> {
  const published = new Map<string, Promise<Published>>();
  const load = (service: string): Promise<Published> => {
    const known = published.get(service);
    if (known !== undefined) return known;
    const loading = publish(service);
    published.set(service, loading);
    // What could not be read is read again by the next who asks.
    loading.catch(() => published.delete(service));
    return loading;
  };
  const app = new Hono<HttpEnv>();
  for (const service of services) {
    app.get(`/openapi/${service}.json`, async (c) =>
      c.body((await load(service)).text, 200, { "Content-Type": "application/json" }),
    );
    app.get(`/docs/${service}`, async (c) => c.body((await load(service)).page, 200, pageHeaders));
  }
  app.get("/docs", async (c) => {
    const { indexPage } = await import("./reference/index-page.ts");
    const listed = [...services].map(async (name) => ({ name, ...(await load(name)) }));
    return c.body(indexPage(await Promise.all(listed)), 200, pageHeaders);
  });
  return app;
}

async function publish(service: string): Promise<Published> {
  const file = createRequire(import.meta.url).resolve(`@heddle/types/documents/${service}.json`);
  const text = await readFile(file, "utf8");
  const { referencePage } = await import("./reference/reference-page.ts");
  const document = JSON.parse(text) as OpenApiDocument;
  return { document, text, page: referencePage(document) };
}
