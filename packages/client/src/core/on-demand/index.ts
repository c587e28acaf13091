/**
 * Parts that only some generated methods need, so that programs without these methods stay small.
 */
export { jsonLines, multipart, urlEncoded } from "./body-styles.ts";
export type { Multipart } from "./body-styles.ts";
export { exactJson } from "./exact-json.ts";
export { exactNumbers } from "./exact-numbers.ts";
export type { Exact } from "./exact-numbers.ts";
export { newIdempotencyKey } from "./idempotency-key.ts";
export {
  commaDelimited,
  deepObject,
  jsonText,
  pipeDelimited,
  spaceDelimited,
  templatePath,
} from "./parameter-styles.ts";
