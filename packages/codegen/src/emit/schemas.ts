import type { Context } from "../document/context.ts";
import { call, print } from "../print/code.ts";
import type { NamedSchema } from "../transform/components-object.ts";
import { componentsObject } from "../transform/components-object.ts";
import type { GeneratedFile } from "../write/writer.ts";
import { header } from "./header.ts";
import { schemaImports } from "./imports.ts";

/**
 * Emits one zod schema for every named schema of the document.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#components-object
 */
export function emitSchemas(context: Context): GeneratedFile {
  const schemas = componentsObject(context);
  if (schemas.length === 0) {
    return { path: context.outputs.schemas, text: `${header(context)}\nexport {};\n` };
  }
  const imports = schemaImports(
    schemas.map(({ code }) => code),
    context,
  );
  const text = [
    header(context),
    `import { z } from "${context.modules.zod}";\n`,
    `import { component } from "${context.modules.component}";\n`,
    imports.keywords,
    ...schemas.map((schema) => `\n${definition(schema)}`),
  ].join("");
  return { path: context.outputs.schemas, text };
}

function definition({ name, identifier, code, isObject }: NamedSchema): string {
  const type = isObject ? "z.ZodObject" : "z.ZodType";
  const value = call("component", JSON.stringify(name), code);
  return `${print([`export const ${identifier}: ${type} = `, value])};\n`;
}
