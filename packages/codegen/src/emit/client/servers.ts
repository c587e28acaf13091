import type { OpenApiDocument } from "../../document/openapi.ts";

/**
 * The default address of the service: the document's first server, with the defaults of its
 * variables; `undefined` if that is not an absolute URL.
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
