import { createRequire } from "node:module";

/** The bundled document of a service, as it was published with the types. */
export function loadDocument(service: string): unknown {
  return createRequire(import.meta.url)(`@heddle/types/documents/${service}.json`);
}
