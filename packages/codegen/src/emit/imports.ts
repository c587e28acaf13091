import type { Context } from "../document/context.ts";
import { mentions } from "../print/code.ts";
import type { Code } from "../print/code.ts";

/**
 * The imports that some code needs: `z`, the checks of keywords, and the named schemas beside it.
 */
export function schemaImports(
  code: Code,
  { modules }: Context,
): { readonly zod: string; readonly keywords: string; readonly schemas: string } {
  return {
    zod: mentions(code, "z.") ? `import { z } from "${modules.zod}";\n` : "",
    keywords: mentions(code, "keywords.")
      ? `import { keywords } from "${modules.keywords}";\n`
      : "",
    schemas: mentions(code, "schemas.") ? 'import * as schemas from "./schemas.ts";\n' : "",
  };
}
