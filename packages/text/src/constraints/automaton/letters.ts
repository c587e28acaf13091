import { boundary, utf8After } from "../../tokenizer/utf8-position.ts";

/**
 * Plain characters, those that a JSON string has as they are, sorted by their first byte: each character of ASCII is a letter of its
 * own, and so are all characters beyond ASCII that begin alike.
 */
export const letterBytes: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte).filter(
  (byte) => byte >= 0x20 && byte !== 0x22 && byte !== 0x5c && utf8After(boundary, byte) >= boundary,
);

/** [256]: the letter that begins with a byte, or -1. */
export const letterOf: Int16Array = new Int16Array(256).fill(-1);
for (const [letter, byte] of letterBytes.entries()) letterOf[byte] = letter;
