import type {
  MediaTypeObject,
  Named,
  OperationObject,
  PathItemObject,
  ResponseObject,
  SchemaKeywords,
} from "../../../document/openapi.ts";
import { bodyOf, contextOf } from "../../../testing/context-of.ts";
import type { DocumentParts } from "../../../testing/context-of.ts";
import { emitClient } from "../client.ts";

/** The text of a file of the client. */
function fileOf(name: string, parts: DocumentParts): string {
  const files = emitClient(contextOf(parts, { service: "things", defaultAccess: "public" }));
  const file = files.find(({ path }) => path === `client/${name}.ts`);
  return bodyOf(file?.text ?? "");
}

/** The class body for one operation, and the types before it. */
export function methodOf(
  operation: object,
  path = "/things",
  method = "get",
): { readonly types: string; readonly text: string; readonly imports: string } {
  const item = {
    [method]: { operationId: "things.call", ...operation } as OperationObject,
  } as PathItemObject;
  const file = fileOf("things", { paths: { [path]: item } });
  const [head = "", body = ""] = file.split(/export class ThingsResource extends Resource \{\n/);
  const lines = head.split("\n");
  return {
    types: lines.filter((line) => /^(?:type| {2})/.test(line)).join("\n"),
    imports: lines.filter((line) => line.startsWith("import")).join("\n"),
    text: body.replace(/\}\n$/, ""),
  };
}

/** Content that is JSON. */
export const json = (schema: SchemaKeywords): Named<MediaTypeObject> => ({
  "application/json": { schema },
});
/** A success with or without content. */
export const ok = (content?: Named<MediaTypeObject>): Named<ResponseObject> => ({
  "200": { description: "Fine.", ...(content === undefined ? {} : { content }) },
});
