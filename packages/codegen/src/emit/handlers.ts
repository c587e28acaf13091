import type { Context } from "../document/context.ts";
import { docComment, sentence } from "../print/doc-comment.ts";
import { memberName, pascalCase } from "../print/names.ts";
import { byResource } from "../transform/by-resource.ts";
import { operationsOf } from "../transform/operation-object.ts";
import type { Operation } from "../transform/operation-object.ts";
import type { GeneratedFile } from "../write/writer.ts";
import { header } from "./header.ts";

/**
 * Emits the interface that a backend implements: a handler for every operation, by resource. A
 * second spelling (`x-compat: { of }`) uses the handler of the original operation.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#operation-object
 */
export function emitHandlers(context: Context): GeneratedFile {
  const { modules, service, document } = context;
  const operations = operationsOf(context).filter(({ compatOf }) => compatOf === undefined);
  const resources = byResource(operations);
  const title = document.info["title"];
  const about = `Handlers of ${typeof title === "string" ? title : service}, for a context \`C\`.`;
  if (operations.length === 0) {
    const nothing = `export type ${pascalCase(service)}Handlers<_C = unknown> = Record<string, never>;\n`;
    return {
      path: context.outputs.handlers,
      text: `${header(context)}\n${docComment(about)}${nothing}`,
    };
  }
  const text = [
    header(context),
    `import type { operations } from "${modules.types}";\n`,
    `import type { Handler, HandlerContext } from "${modules.handler}";\n\n`,
    docComment(about),
    `export interface ${pascalCase(service)}Handlers<C = HandlerContext> {\n`,
    ...[...resources].map(([resource, members]) => resourceOf(resource, members, context)),
    "}\n",
  ].join("");
  return { path: context.outputs.handlers, text };
}

function resourceOf(resource: string, operations: readonly Operation[], context: Context): string {
  const tag = context.document.tags?.find(({ name }) => name === resource)?.["description"];
  const comment = typeof tag === "string" ? docComment(tag, "  ") : "";
  const members = operations.map(handlerOf).join("");
  return `${comment}  readonly ${memberName(resource)}: {\n${members}  };\n`;
}

function handlerOf({ id, verb, source }: Operation): string {
  const summary = sentence(source["summary"]);
  const comment = summary === "" ? "" : docComment(summary, "    ");
  return `${comment}    readonly ${memberName(verb)}: Handler<operations[${JSON.stringify(id)}], C>;\n`;
}
