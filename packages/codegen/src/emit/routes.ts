import type { Context } from "../document/context.ts";
import type { Named, ResponseObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { list, mentions, object, print } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import { literal, literalName } from "../print/literal.ts";
import { definitionOrder } from "../transform/components-object.ts";
import { operationsOf } from "../transform/operation-object.ts";
import { inline, responseObject, routeConfig, sharedKinds } from "../transform/route-config.ts";
import type { GeneratedFile } from "../write/writer.ts";
import { header } from "./header.ts";
import { schemaImports } from "./imports.ts";

/**
 * Emits route descriptions, and the parts of a document beside paths and schemas. Registered
 * together, they give the bundled document again.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#openapi-object
 */
export function emitRoutes(context: Context): GeneratedFile {
  const configs = operationsOf(context).map((operation) =>
    context.attempt(() => routeConfig(operation, context)),
  );
  const routes = list(configs.filter((config) => config !== undefined));
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
    `import type { RouteConfig } from "${context.modules.zod}";\n`,
    `import { z } from "${context.modules.zod}";\n`,
    imports.keywords,
    imports.schemas,
    "\n/** What the document says besides paths and components. */\n",
    constant("export const head: Readonly<Record<string, unknown>>", literal(headOf(context))),
    "\n/** How callers say who they are; components of the document. */\n",
    constant("export const securitySchemes", [literal(securitySchemes), " as const"]),
    "\n/** The named schemas, each after those it is made of; to be registered in this order. */\n",
    constant("export const components: Readonly<Record<string, z.ZodType>>", object(components)),
    ...shared.map(
      ({ kind, members }) => `\n${constant(`const ${kind}`, [object(members), types[kind]])}`,
    ),
    "\n/** One description an operation, in the order of the document. */\n",
    constant("export const routes: readonly RouteConfig[]", routes),
  ].join("");
  return { path: context.outputs.routes, text };
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
