import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Hono } from "hono";
import type { HttpEnv } from "./env.ts";
import { pageHeaders } from "./html/layout.ts";
import type { OpenApiDocument } from "./reference/document.ts";

/** A bundled document, as text and as the page made of it. */
interface Published {
  readonly text: string;
  readonly page: string;
}

/**
 * `/openapi/trace.json`, the document that the server is built from, and `/docs`, the same for
 * reading. Both are public, and made once, at the first request.
 */
export function documentsApp(): Hono<HttpEnv> {
  let loading: Promise<Published> | undefined;
  const load = (): Promise<Published> =>
    (loading ??= publish("@heddle/types/documents/trace.json"));
  const app = new Hono<HttpEnv>();
  app.get("/openapi/trace.json", async (c) =>
    c.body((await load()).text, 200, { "Content-Type": "application/json" }),
  );
  app.get("/docs", async (c) => c.body((await load()).page, 200, pageHeaders));
  return app;
}

async function publish(module: string): Promise<Published> {
  const text = await readFile(createRequire(import.meta.url).resolve(module), "utf8");
  const { referencePage } = await import("./reference/reference-page.ts");
  return { text, page: referencePage(JSON.parse(text) as OpenApiDocument) };
}
