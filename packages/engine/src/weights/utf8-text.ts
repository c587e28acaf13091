import { EngineError } from "../errors.ts";

/** The text of a file. Throws `invalid`, naming the file, when it is not UTF-8. */
export function utf8Text(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new EngineError("invalid", `${name} is not UTF-8.`, { cause });
  }
}
