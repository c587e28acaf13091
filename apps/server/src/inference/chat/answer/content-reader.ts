import type { AnswerPart, AnswerReader } from "./answer-reader.ts";

/** Reads an answer that is nothing but content. */
export class ContentReader implements AnswerReader {
  push(text: string): readonly AnswerPart[] {
    return text === "" ? [] : [{ kind: "content", text }];
  }

  end(): readonly AnswerPart[] {
    return [];
  }
}
