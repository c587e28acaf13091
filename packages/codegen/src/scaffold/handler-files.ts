import { docComment } from "../print/doc-comment.ts";
import { memberName } from "../print/names.ts";
import { variableName } from "./names.ts";
import type { ScaffoldResource, ScaffoldService } from "./scaffold-service.ts";

/** The import of `notBuilt`. */
export const notBuiltImport: string = 'import { notBuilt } from "@heddle/server-kit";';

/** The line of an operation that is not built yet, for the handlers of its resource. */
export function handlerLine(
  { id, verb }: ScaffoldResource["operations"][number],
  notBuilt: string = "notBuilt",
): string {
  return `${memberName(verb)}: ${notBuilt}(${JSON.stringify(id)}),`;
}

/** The line of a resource, for the handlers of the service. */
export function resourceLine(resource: string): string {
  const variable = variableName(resource);
  return variable === resource ? `${resource},` : `${memberName(resource)}: ${variable},`;
}

/** The import of a resource's handlers. */
export function resourceImport(resource: string, file: string): string {
  return `import { ${variableName(resource)} } from "./${file}.ts";`;
}

/** A new file with the handlers of one resource. */
export function resourceFile(service: ScaffoldService, name: string): string {
  const resource = service.resources.get(name);
  const { handlersType, handlersModule } = service;
  const type = `${handlersType}<Context>[${JSON.stringify(name)}]`;
  return [
    `${notBuiltImport}\n`,
    `import type { ${handlersType} } from "${handlersModule}";\n`,
    'import type { Context } from "../context.ts";\n\n',
    docComment(resource?.description ?? `The handlers of ${name}.`),
    `export const ${variableName(name)}: ${type} = {\n`,
    ...(resource?.operations ?? []).map((operation) => `  ${handlerLine(operation)}\n`),
    "};\n",
  ].join("");
}

/** A new file that joins the handlers of all resources of a service. */
export function indexFile(service: ScaffoldService, files: ReadonlyMap<string, string>): string {
  const { handlersType, handlersModule, name, title } = service;
  return [
    `import type { ${handlersType} } from "${handlersModule}";\n`,
    'import type { Context } from "../context.ts";\n',
    ...[...files].map(([resource, file]) => `${resourceImport(resource, file)}\n`),
    "\n",
    docComment(`${title}: a file a resource, a line an operation.`),
    `export const ${indexName(name)}: ${handlersType}<Context> = {\n`,
    ...[...files.keys()].map((resource) => `  ${resourceLine(resource)}\n`),
    "};\n",
  ].join("");
}

/** The name of a service's handlers. */
export function indexName(service: string): string {
  return `${variableName(service)}${service.endsWith("Handlers") ? "" : "Handlers"}`;
}
