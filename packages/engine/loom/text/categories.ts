import type { ExchangeMaker } from "./exchange.ts";
import { sentiment, topicClassification, twoWayClassification } from "./facts/classification.ts";
import { contextQuestion } from "./facts/context-question.ts";
import { extraction, fieldExtraction } from "./facts/extraction.ts";
import { jsonWriting } from "./facts/json-writing.ts";
import { anyOfKind, oddOneOut, whichIs } from "./facts/kind-choice.ts";
import { kindOf } from "./facts/kind-of.ts";
import { membership } from "./facts/membership.ts";
import { recallAtOnce } from "./facts/recall.ts";
import { capitalise } from "./letters/capitalise.ts";
import { edgeWord } from "./letters/edge-word.ts";
import { firstLetters } from "./letters/first-letters.ts";
import { joined } from "./letters/joined.ts";
import { lowercase } from "./letters/lowercase.ts";
import { reversedWords } from "./letters/reversed-words.ts";
import { spelling } from "./letters/spelling.ts";
import { uppercase } from "./letters/uppercase.ts";
import { bigDifference } from "./numbers/big-difference.ts";
import { bigSum } from "./numbers/big-sum.ts";
import { comparison } from "./numbers/comparison.ts";
import { counting } from "./numbers/counting.ts";
import { difference } from "./numbers/difference.ts";
import { listExtreme } from "./numbers/list-extreme.ts";
import { sum } from "./numbers/sum.ts";
import { wordProblem } from "./numbers/word-problem.ts";
import { beyond } from "./talk/beyond.ts";
import { echo } from "./talk/echo.ts";
import { greeting } from "./talk/greeting.ts";
import { itself } from "./talk/itself.ts";
import { noTool } from "./talk/no-tool.ts";
import { unknownFact } from "./talk/unknown-fact.ts";
import { noFittingTool } from "./tools/no-fitting-tool.ts";
import { secondTurn } from "./tools/second-turn.ts";
import { toolLoop } from "./tools/tool-loop.ts";
import { toolResult } from "./tools/tool-result.ts";
import { toolUse } from "./tools/tool-use.ts";

/** A category whose exchanges stand by themselves. */
export type PlainCategory =
  | "greeting"
  | "itself"
  | "beyond"
  | "no tool"
  | "echo"
  | "unknown fact"
  | "sum"
  | "difference"
  | "big sum"
  | "big difference"
  | "word problem"
  | "comparison"
  | "list extreme"
  | "counting"
  | "uppercase"
  | "lowercase"
  | "capitals"
  | "spelling"
  | "reversed words"
  | "first letters"
  | "edge word"
  | "joined"
  | "membership"
  | "kind"
  | "which kind"
  | "any of a kind"
  | "odd one out"
  | "sentiment"
  | "topic"
  | "two ways"
  | "extraction"
  | "field extraction"
  | "json"
  | "recall at once"
  | "context question"
  | "tool"
  | "tool result"
  | "tool loop"
  | "second turn"
  | "no fitting tool";

/** What each exchange asks and answers, by its category. */
export const lessons: Readonly<Record<PlainCategory, ExchangeMaker>> = {
  greeting,
  itself,
  beyond,
  "no tool": noTool,
  echo,
  "unknown fact": unknownFact,
  sum,
  difference,
  "big sum": bigSum,
  "big difference": bigDifference,
  "word problem": wordProblem,
  comparison,
  "list extreme": listExtreme,
  counting,
  uppercase,
  lowercase,
  capitals: capitalise,
  spelling,
  "reversed words": reversedWords,
  "first letters": firstLetters,
  "edge word": edgeWord,
  joined,
  membership,
  kind: kindOf,
  "which kind": whichIs,
  "any of a kind": anyOfKind,
  "odd one out": oddOneOut,
  sentiment,
  topic: topicClassification,
  "two ways": twoWayClassification,
  extraction,
  "field extraction": fieldExtraction,
  json: jsonWriting,
  "recall at once": recallAtOnce,
  "context question": contextQuestion,
  tool: toolUse,
  "tool result": toolResult,
  "tool loop": toolLoop,
  "second turn": secondTurn,
  "no fitting tool": noFittingTool,
};

/** All categories: `recall` needs something told before. */
export type Category = PlainCategory | "recall";

const withTools: ReadonlySet<Category> = new Set([
  "tool",
  "tool result",
  "tool loop",
  "second turn",
  "no fitting tool",
]);

/** Whether exchanges of a category bring their own tools, so that none of them can stand before another. */
export function isAlone(category: Category): boolean {
  return withTools.has(category);
}
