import type { OpenApiDocument } from "../../document/openapi.ts";

/**
 * Where the service is by default: the first server of the document with its variables at their
 * defaults; `undefined` where it says nothing that works from everywhere.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#server-object
 */
export function baseUrlOf(document: OpenApiDocument): string | undefined {
  const [server] = (document["servers"] ?? []) as readonly {
    readonly url?: string;
    readonly variables?: Readonly<Record<string, { readonly default?: string }>>;
  }[];
  const url = server?.url?.replace(
    /\{([^{}]+)\}/g,
    (all, name: string) => server.variables?.[name]?.default ?? all,
  );
  return url !== undefined && /^https?:\/\/[^{}]+$/.test(url) ? url : undefined;
}
