import type { BaseText } from "@heddle/engine";
import type { TurnReading } from "../sequences/history-turns.ts";
import { ServedPrompts } from "../sequences/served-prompt.ts";
import { TokenNames } from "../sequences/token-names.ts";

/** How turns of the built-in model are read. */
export async function readingOf(
  text: BaseText,
  trainsUnrecorded = false,
  signal: AbortSignal = AbortSignal.timeout(120_000),
): Promise<TurnReading> {
  const vocabulary = await text.vocabulary();
  return {
    text,
    base: { vocabularyTokens: vocabulary.size },
    names: new TokenNames(vocabulary),
    trainsUnrecorded,
    prompts: new ServedPrompts(text, signal),
    signal,
  };
}
