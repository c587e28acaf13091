import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byteTokenizer } from "./testing/tokenizer-files.ts";
import { TextStream } from "./text-stream.ts";
import { Tokenizer } from "./tokenizer.ts";

const tokenizer = new Tokenizer(byteTokenizer());

describe("text of tokens that come one by one", () => {
  test("pieces are whole code points, and together the whole text, however they are cut", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat(6)), (text, cuts) => {
        const tokens = tokenizer.encode(text);
        const stream = new TextStream(tokenizer.vocabulary);
        const pieces: string[] = [];
        let at = 0;
        for (const size of [...cuts, tokens.length]) {
          pieces.push(stream.push(tokens.subarray(at, at + size)));
          at += size;
        }
        for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
        expect(pieces.join("") + stream.end()).toBe(text);
      }),
    );
  });

  test("any bytes at all come out as decoding them at once does", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const stream = new TextStream(tokenizer.vocabulary);
        let text = "";
        for (const byte of bytes) text += stream.push([byte]);
        expect(text + stream.end()).toBe(tokenizer.decode(bytes));
      }),
    );
  });

  test("a code point that is never finished becomes U+FFFD at the end, and not before", () => {
    const stream = new TextStream(tokenizer.vocabulary);
    expect(stream.push([0x61, 0xe6, 0x97])).toBe("a");
    expect(stream.end()).toBe("\uFFFD");
    expect(stream.push([0x62])).toBe("b");
  });

  test("a byte order mark is text", () => {
    const stream = new TextStream(tokenizer.vocabulary);
    expect(stream.push([0xef, 0xbb, 0xbf, 0x61])).toBe("\uFEFFa");
  });

  test("special tokens are text or nothing", () => {
    const tokens = [0x61, 257, 0x62];
    const shown = new TextStream(tokenizer.vocabulary);
    const hidden = new TextStream(tokenizer.vocabulary, { skipSpecialTokens: true });
    expect(shown.push(tokens)).toBe("a<|im_end|>b");
    expect(hidden.push(tokens)).toBe("ab");
  });
});
