import type { Context } from "../document/context.ts";
import { list, print } from "../print/code.ts";
import { operationsOf } from "../transform/operation-object.ts";
import { operationSpec } from "../transform/operation-spec.ts";
import type { GeneratedFile } from "../write/writer.ts";
import { header } from "./header.ts";
import { schemaImports } from "./imports.ts";

/**
 * Emits the operation table, which the kit uses to read requests and to write answers.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#paths-object
 */
export function emitOperations(context: Context): GeneratedFile {
  const specs = operationsOf(context).map((operation) =>
    context.attempt(() => operationSpec(operation, context)),
  );
  const table = list(specs.filter((spec) => spec !== undefined));
  const imports = schemaImports(table, context);
  const text = [
    header(context),
    imports.zod,
    `import type { OperationSpec } from "${context.modules.operation}";\n`,
    imports.keywords,
    imports.schemas,
    "\n/** Every operation, in the order of the document. */\n",
    `${print(["export const operations: readonly OperationSpec[] = ", table])};\n`,
  ].join("");
  return { path: context.outputs.operations, text };
}
