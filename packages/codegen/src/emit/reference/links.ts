import { basename } from "node:path/posix";
import type { Context } from "../../document/context.ts";
import { code, codeLink } from "./markdown.ts";
import type { SchemaHomes } from "./schema-homes.ts";

/** The links of one page. The pages of resources are in a folder beside the page of the service. */
export interface Links {
  /** A schema by its name, as code. */
  schema(name: string): string;
  /** An operation by its id, as code. */
  operation(id: string, resource: string): string;
  /** The address of a resource's page. */
  resource(resource: string): string;
  /** The address of the service's page. */
  readonly service: string;
}

/** The places where operations and schemas are described. */
export interface Places {
  readonly homes: SchemaHomes;
  /** The file of each resource, without folder and extension. */
  readonly files: ReadonlyMap<string, string>;
}

/** The links of a resource's page, or of the service's page if no resource is given. */
export function linksOn(context: Context, { homes, files }: Places, own?: string): Links {
  const service = basename(context.outputs.reference);
  const folder = service.replace(/\.md$/, "");
  const resource = (name: string): string =>
    own === undefined ? `${folder}/${files.get(name)}.md` : `${files.get(name)}.md`;
  const pageOf = (home: string | undefined): string => {
    if (home === own) return "";
    return home === undefined ? `../${service}` : resource(home);
  };
  return {
    schema(name) {
      if (!homes.has(name)) return code(name);
      return codeLink(name, `${pageOf(homes.get(name))}#${schemaAnchor(name)}`);
    },
    operation: (id, of) => codeLink(id, `${pageOf(of)}#${id}`),
    resource,
    service: own === undefined ? service : `../${service}`,
  };
}

/** The anchor of a schema on its page. */
export function schemaAnchor(name: string): string {
  return `schema-${name}`;
}
