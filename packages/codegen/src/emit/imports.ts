import type { Context } from "../document/context.ts";
import { mentions } from "../print/code.ts";
import type { Code } from "../print/code.ts";

/** The imports of `z` and of the named schemas, which lie beside, where code uses them. */
export function schemaImports(
  code: Code,
  { modules }: Context,
): { readonly zod: string; readonly schemas: string } {
  return {
    zod: mentions(code, "z.") ? `import { z } from "${modules.zod}";\n` : "",
    schemas: mentions(code, "schemas.") ? 'import * as schemas from "./schemas.ts";\n' : "",
  };
}
