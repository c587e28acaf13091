import { expect } from "vitest";
import type { AnswerPart, AnswerReader } from "../answer-reader.ts";

/** The parts of an answer, joined. */
export interface ReadAnswer {
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
}

/** What a reader makes of a text, whichever way the text is cut: whole, by characters, and into three pieces at every place. */
export function readAnswer(open: () => AnswerReader, text: string): ReadAnswer {
  const whole = joined(parts(open(), [text]));
  const cuts = [Array.from(text), ...Array.from(text, (_, at) => cutInThree(text, at))];
  for (const pieces of cuts) {
    expect([pieces, joined(parts(open(), pieces))]).toEqual([pieces, whole]);
  }
  return whole;
}

/** What a reader gives for pieces, in order. */
export function parts(reader: AnswerReader, pieces: readonly string[]): readonly AnswerPart[] {
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

function cutInThree(text: string, at: number): string[] {
  const second = Math.min(text.length, at + 3);
  return [text.slice(0, at), text.slice(at, second), text.slice(second)];
}

/** Joins parts, and checks that a call begins once, in order, before its arguments, and that no part is empty. */
export function joined(parts: readonly AnswerPart[]): ReadAnswer {
  const texts = { content: "", reasoning: "" };
  const calls: { name: string; arguments: string }[] = [];
  for (const part of parts) {
    if (part.kind === "call") {
      expect(part.index).toBe(calls.length);
      calls.push({ name: part.name, arguments: "" });
    } else {
      expect(part.text).not.toBe("");
      if (part.kind === "arguments") calls[part.index]!.arguments += part.text;
      else texts[part.kind] += part.text;
    }
  }
  return { ...texts, calls };
}
