import { createHash } from "node:crypto";
import type { OpenApiDocument } from "./openapi.ts";
import { SpecError } from "./spec-error.ts";

/** A bundled document and what identifies it. */
export interface LoadedDocument {
  readonly document: OpenApiDocument;
  /** Hexadecimal SHA-256 of the bundle's text; generated files carry it. */
  readonly hash: string;
}

/**
 * Reads the text of a bundle.
 *
 * Throws `SpecError` unless it is OpenAPI 3.1 with paths.
 */
export function loadDocument(bundle: string): LoadedDocument {
  const document: unknown = JSON.parse(bundle);
  if (!isRecord(document)) throw new SpecError("#", "is not an object");
  const version = document["openapi"];
  if (typeof version !== "string" || !/^3\.1\.\d+$/.test(version)) {
    const found = JSON.stringify(version ?? document["swagger"] ?? null);
    throw new SpecError("#/openapi", `is ${found}; documents of version 3.1 can be read`);
  }
  if (!isRecord(document["info"])) throw new SpecError("#/info", "is missing");
  if (!isRecord(document["paths"])) throw new SpecError("#/paths", "is missing");
  const hash = createHash("sha256").update(bundle).digest("hex");
  return { document: document as unknown as OpenApiDocument, hash };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
