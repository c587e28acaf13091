import { difference, sum } from "./arithmetic.ts";
import { comparison } from "./comparison.ts";
import { counting } from "./counting.ts";
import { echo } from "./echo.ts";
import type { ExchangeMaker } from "./exchange.ts";
import { greeting } from "./greeting.ts";
import { beyond, itself } from "./itself.ts";
import { jsonWriting } from "./json-writing.ts";
import { spelling, uppercase } from "./letter-work.ts";
import { kindOf, membership } from "./membership.ts";
import { unknownName } from "./name-recall.ts";

/** A category that stands by itself. */
export type PlainCategory =
  | "greeting"
  | "itself"
  | "sum"
  | "difference"
  | "echo"
  | "comparison"
  | "membership"
  | "kind"
  | "json"
  | "uppercase"
  | "spelling"
  | "counting"
  | "beyond"
  | "unknown name";

/** What one exchange asks and answers by itself, without earlier turns or tools. */
export const makers: Readonly<Record<PlainCategory, ExchangeMaker>> = {
  greeting,
  itself,
  sum,
  difference,
  echo,
  comparison,
  membership,
  kind: kindOf,
  json: jsonWriting,
  uppercase,
  spelling,
  counting,
  beyond,
  "unknown name": unknownName,
};

/** All categories: `name` needs earlier turns, `tool` and `tool result` need tools. */
export type Category = PlainCategory | "name" | "tool" | "tool result";
