import type { Context } from "../document/context.ts";
import type { Named, ResponseObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { call, mentions, object, print } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import { docComment, sentence } from "../print/doc-comment.ts";
import { literal, literalName } from "../print/literal.ts";
import { memberName, pascalCase } from "../print/names.ts";
import { definitionOrder } from "../transform/components-object.ts";
import { operationsOf } from "../transform/operation-object.ts";
import type { Operation } from "../transform/operation-object.ts";
import { routeNames } from "../transform/route-names.ts";
import { inline, responseObject, routeConfig, sharedKinds } from "../transform/route-config.ts";
import type { GeneratedFile } from "../write/writer.ts";
import { header } from "./header.ts";
import { schemaImports } from "./imports.ts";

/**
 * Emits route descriptions, their types, and the parts of a document beside paths and schemas.
 * Registered together, they give the bundled document again.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#openapi-object
 */
export function emitRoutes(context: Context): GeneratedFile {
  const operations = operationsOf(context);
  const names = routeNames(operations);
  const makers = operations.flatMap((operation): Code[] => {
    const config = context.attempt(() => routeConfig(operation, context));
    return config === undefined ? [] : [[`${nameOf(operation, names)}: () => (`, config, ")"]];
  });
  const type = `${pascalCase(context.service)}Routes`;
  const routes = call(`routesOf<${type}>`, "operations", object(makers));
  const shared = sharedKinds
    .map((kind): SharedComponents => ({ kind, members: sharedMembers(kind, context) }))
    .filter(({ kind }, _, all) => isUsed(kind, [routes, all.map(({ members }) => members)]));
  const components = definitionOrder(context).map((name) => [
    `${literalName(name)}: `,
    `schemas.${context.identifier(name)}`,
  ]);
  const imports = schemaImports(
    [routes, components, shared.map(({ members }) => members)],
    context,
  );
  const { securitySchemes = {} } = context.document.components ?? {};
  const text = [
    header(context),
    importsOf(context, operations.length === 0),
    imports.keywords,
    'import { operations } from "./operations.ts";\n',
    imports.schemas,
    "\n/** What the document says besides paths and components. */\n",
    constant("export const head: DocumentHead", call("documentHead", literal(headOf(context)))),
    "\n/** How callers say who they are; components of the document. */\n",
    constant("export const securitySchemes", [literal(securitySchemes), " as const"]),
    "\n/** The named schemas, each after those it is made of; to be registered in this order. */\n",
    constant("export const components: Readonly<Record<string, z.ZodType>>", object(components)),
    ...shared.map(
      ({ kind, members }) => `\n${constant(`const ${kind}`, [object(members), types[kind]])}`,
    ),
    `\n${docComment(`The routes of ${titleOf(context)}, as \`OpenAPIHono.openapi\` takes them.`)}`,
    `export interface ${type} {\n`,
    ...operations.map((operation) => memberOf(operation, names)),
    "}\n\n/** One route an operation, in the order of the document. */\n",
    constant(`export const routes: ${type}`, routes),
  ].join("");
  return { path: context.outputs.routes, text };
}

function importsOf({ modules }: Context, isEmpty: boolean): string {
  const own = isEmpty ? "type DocumentHead" : "type DocumentHead, type Route";
  return [
    `import type { RouteConfig } from "${modules.zod}";\n`,
    `import { z } from "${modules.zod}";\n`,
    isEmpty ? "" : `import type { operations as Operations } from "${modules.types}";\n`,
    `import { documentHead, ${own}, routesOf } from "${modules.routes}";\n`,
  ].join("");
}

function memberOf(operation: Operation, names: ReadonlyMap<string, string>): string {
  const { id, method, path, source } = operation;
  const summary = sentence(source["summary"]);
  const comment = summary === "" ? "" : docComment(summary, "  ");
  const args = [method, path].map((text) => JSON.stringify(text)).join(", ");
  const type = `Route<${args}, Operations[${JSON.stringify(id)}]>`;
  return `${comment}  readonly ${nameOf(operation, names)}: ${type};\n`;
}

function nameOf({ id }: Operation, names: ReadonlyMap<string, string>): string {
  return memberName(names.get(id) ?? id);
}

function titleOf({ document, service }: Context): string {
  const title = document.info["title"];
  return typeof title === "string" ? title : service;
}

type SharedKind = (typeof sharedKinds)[number];

interface SharedComponents {
  readonly kind: SharedKind;
  readonly members: readonly Code[];
}

/** `satisfies` keeps the exact text of strings (`in: "path"`), which a route requires. */
const types = {
  headers: ' satisfies Exclude<RouteConfig["responses"][string], { $ref: string }>["headers"]',
  parameters: ' satisfies Record<string, NonNullable<RouteConfig["parameters"]>[number]>',
  responses: ' satisfies RouteConfig["responses"]',
};

function isUsed(kind: SharedKind, code: Code): boolean {
  return mentions(code, `${kind}.`) || mentions(code, `${kind}[`);
}

function sharedMembers(kind: SharedKind, context: Context): readonly Code[] {
  const components = (context.document.components?.[kind] ?? {}) as Named<unknown>;
  return Object.entries(components).map(([name, entry]): Code => {
    const pointer = at("#/components", kind, name);
    // An entry that only refers to another of its kind would refer to the constant that contains
    // it.
    const component = context.resolve<unknown>(entry, pointer);
    const code =
      kind === "responses"
        ? responseObject(component as ResponseObject, context, pointer)
        : inline(component, context, pointer);
    return [`${literalName(name)}: `, code];
  });
}

function constant(declaration: string, value: Code): string {
  return `${print([`${declaration} = `, value])};\n`;
}

function headOf({ document }: Context): Record<string, unknown> {
  const others = Object.entries(document).filter(
    ([field]) => field !== "paths" && field !== "components",
  );
  return Object.fromEntries(others);
}
