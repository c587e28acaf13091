/** What only some generated methods need. Who calls none of them does not carry it. */
export { jsonLines, multipart, urlEncoded } from "./body-styles.ts";
export type { Multipart } from "./body-styles.ts";
export { newIdempotencyKey } from "./idempotency-key.ts";
export {
  commaDelimited,
  deepObject,
  jsonText,
  pipeDelimited,
  spaceDelimited,
  templatePath,
} from "./parameter-styles.ts";
