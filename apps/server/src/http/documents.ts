import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Context, Hono } from "hono";
import { currentRequest } from "../budgets/current-request.ts";
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
      answer(c, (await load(service)).text, { "Content-Type": "application/json" }),
    );
    app.get(`/docs/${service}`, async (c) => answer(c, (await load(service)).page, pageHeaders));
  }
  app.get("/docs", async (c) => {
    const { indexPage } = await import("./reference/index-page.ts");
    const listed = [...services].map(async (name) => ({ name, ...(await load(name)) }));
    return answer(c, indexPage(await Promise.all(listed)), pageHeaders);
  });
  return app;
}

/** What is sent is a copy, held until it is taken. */
function answer(
  c: Context<HttpEnv>,
  text: string,
  headers: Readonly<Record<string, string>>,
): Response {
  currentRequest()?.hold(text.length);
  return c.body(text, 200, headers);
}

async function publish(service: string): Promise<Published> {
  const file = createRequire(import.meta.url).resolve(`@heddle/types/documents/${service}.json`);
  const text = await readFile(file, "utf8");
  const { referencePage } = await import("./reference/reference-page.ts");
  const document = JSON.parse(text) as OpenApiDocument;
  return { document, text, page: referencePage(document) };
}
