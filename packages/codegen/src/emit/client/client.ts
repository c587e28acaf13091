import type { Context } from "../../document/context.ts";
import { docComment } from "../../print/doc-comment.ts";
import { memberName, pascalCase } from "../../print/names.ts";
import { byResource } from "../../transform/by-resource.ts";
import { operationsOf } from "../../transform/operation-object.ts";
import type { Operation } from "../../transform/operation-object.ts";
import type { GeneratedFile } from "../../write/writer.ts";
import { header } from "../header.ts";
import { methodOf } from "./method.ts";
import { resourceNames } from "./names.ts";
import type { ResourceNames } from "./names.ts";
import { baseUrlOf } from "./servers.ts";
import { Uses } from "./uses.ts";

/** One resource of the service with its operations. */
interface ResourceParts extends ResourceNames {
  readonly operations: readonly Operation[];
  /** The description of the document's tag with the same name. */
  readonly about: string | undefined;
}

/**
 * Emits the client: one file for each resource with one method for each operation, and one file
 * that joins them. Second spellings (`x-compat: { of }`) have no method, because the method of the
 * original operation does the same.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#operation-object
 */
export function emitClient(context: Context): readonly GeneratedFile[] {
  const operations = operationsOf(context).filter(({ compatOf }) => compatOf === undefined);
  const grouped = [...byResource(operations)];
  const names = resourceNames(grouped.map(([resource]) => resource));
  const resources = grouped.flatMap(([resource, members], index): ResourceParts[] => {
    const own = names[index];
    if (own === undefined) return [];
    const tag = context.document.tags?.find(({ name }) => name === resource)?.["description"];
    return [{ ...own, operations: members, about: typeof tag === "string" ? tag : undefined }];
  });
  return [
    ...resources.map((resource) => resourceFile(resource, context)),
    serviceFile(resources, context),
  ];
}

function resourceFile(resource: ResourceParts, context: Context): GeneratedFile {
  const { className, fileName, operations, about } = resource;
  const { client, types } = context.modules;
  const uses = new Uses();
  const prefixes = new Set<string>();
  const methods = operations.map((operation) => {
    let prefix = pascalCase(operation.verb);
    while (prefixes.has(prefix)) prefix += "_";
    prefixes.add(prefix);
    return methodOf(operation, prefix, context, uses);
  });
  const aliases = methods.flatMap((method) => method.aliases).join("");
  const code = methods.map((method) => method.text).join("\n");
  if (`${aliases}${code}`.includes("operations[")) uses.operations();
  const text = [
    header(context),
    uses.imports(client, fromFolder(types)),
    aliases === "" ? "" : `\n${aliases}`,
    "\n",
    docComment(about ?? `The operations of ${resource.member}.`),
    `export class ${className} extends Resource {\n`,
    code,
    "}\n",
  ].join("");
  return { path: `${context.outputs.client}/${fileName}.ts`, text };
}

function serviceFile(resources: readonly ResourceParts[], context: Context): GeneratedFile {
  const { document, service, modules, outputs } = context;
  const baseUrl = baseUrlOf(document);
  const options = baseUrl === undefined ? "" : " = {}";
  const type =
    baseUrl === undefined ? "ClientOptions & { readonly baseUrl: string }" : "ClientOptions";
  const about = `Client of ${typeof document.info["title"] === "string" ? document.info["title"] : service}.`;
  const text = [
    header(context),
    `import { ServiceClient } from "${modules.client}";\n`,
    `import type { ClientOptions } from "${modules.client}";\n`,
    `import type { paths } from "${fromFolder(modules.types)}";\n`,
    ...resources.map(
      ({ className, fileName }) => `import { ${className} } from "./${fileName}.ts";\n`,
    ),
    "\n",
    docComment(`${about}\n\nThrows \`TypeError\` for options that cannot work.`),
    `export class ${pascalCase(service)}Client extends ServiceClient<paths> {\n`,
    ...resources.map(
      ({ member, className, about }) =>
        `${about === undefined ? "" : docComment(about, "  ")}  readonly ${memberName(member)}: ${className};\n`,
    ),
    `\n  constructor(options: ${type}${options}) {\n`,
    `    super(options, ${JSON.stringify(baseUrl ?? "")});\n`,
    ...resources.map(
      ({ member, className }) => `    this.${member} = new ${className}(this.api);\n`,
    ),
    "  }\n}\n\n",
    ...resources.map(
      ({ className, fileName }) => `export type { ${className} } from "./${fileName}.ts";\n`,
    ),
  ].join("");
  return { path: `${outputs.client}/index.ts`, text };
}

/** The path from a file in the client's folder to a module outside this folder. */
function fromFolder(module: string): string {
  return module.startsWith("./") ? `.${module}` : module;
}
