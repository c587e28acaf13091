import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import type { SchemaObject } from "../document/openapi.ts";
import { emitSchemas } from "../emit/schemas.ts";
import { contextOf } from "./context-of.ts";

/** Emits schemas, and loads the emitted module. */
export async function loadSchemas(
  schemas: Readonly<Record<string, SchemaObject>>,
): Promise<Readonly<Record<string, z.ZodType>>> {
  const modules = { zod: here("./zod.ts"), component: here("./component.ts") };
  const { text } = emitSchemas(contextOf({ schemas }, { modules }));
  const folder = await mkdtemp(join(tmpdir(), "heddle-codegen-test-"));
  try {
    const file = join(folder, "schemas.ts");
    await writeFile(file, text);
    return (await import(/* @vite-ignore */ file)) as Record<string, z.ZodType>;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function here(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
