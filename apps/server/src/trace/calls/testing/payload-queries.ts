import type { Trace } from "@heddle/types";
import fc from "fast-check";
import { pathAtHand, pathOfText, textAtHand } from "./at-hand.ts";
import { names, plainNumbers, strings } from "./json-texts.ts";

/** An operand of a query, as clients send it. */
export type Operand = Readonly<Record<string, unknown>>;

const get = (path: string): Operand => ({ $getField: path });
const lit = (value: unknown): Operand => ({ $literal: value });

const step = fc
  .constantFrom(...names, "a", "b", "0", "1", "2", "5", "k40", "nowhere")
  .map((name) => name.replaceAll(".", "\\."));

/** Paths into payloads that most calls lack. */
const otherPaths: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("inputs", "inputs", "output", "output", "attributes", "summary"),
    fc.array(step, { maxLength: 4 }),
  )
  .filter(([root, steps]) => root !== "summary" || steps[0] !== "weave")
  .filter(([, steps]) => steps.filter((name) => /^(0|[1-9]\d*)$/.test(name)).length <= 4)
  .map(([root, steps]) => [root, ...steps].join("."));

const number = fc.nat(9_999);
/** Paths into payloads; most stand for one of the calls at hand. */
const payloadPaths: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: number.map(pathAtHand) },
  otherPaths,
  fc.constantFrom("inputs", "output"),
);

const texts = fc.oneof(
  { weight: 3, arbitrary: number.map((at) => textAtHand(at)) },
  {
    weight: 3,
    arbitrary: fc.tuple(number, fc.nat(8), fc.nat(12)).map((all) => textAtHand(...all)),
  },
  fc.constantFrom(...strings),
  fc.constantFrom(...plainNumbers),
  fc
    .tuple(fc.constantFrom(...strings), fc.nat(8), fc.nat(12))
    .map(([text, from, length]) => text.slice(from, from + length).toWellFormed()),
  fc.constantFrom(
    "o",
    "lon",
    "LONG",
    "é",
    "ß",
    "σ",
    "ς",
    ":1",
    '"a":',
    "[1",
    "1000",
    "\\u2028",
    "2028",
  ),
);
const numbers = fc.oneof(
  fc.constantFrom(0, 1, -1, 5, 5.5, 1000, 255, 1e20, 1e300, 0.1, 2 ** 53 - 1, 2 ** 63),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const structures = fc.constantFrom<unknown>(
  [],
  {},
  [1],
  { a: 1 },
  { a: [1.5, "é\u2028"], b: null },
  [true, null, 1e21],
);
const dates = fc.constantFrom<unknown>("2026-01-01", "2026-01-01T00:00:01.5Z", 1_767_225_600.5, 0);
const single = fc.oneof<fc.Arbitrary<unknown>[]>(
  texts,
  numbers,
  fc.boolean(),
  structures,
  fc.constant(null),
);

/** A value of a call, and a part of its text. */
const own = fc
  .tuple(number, fc.constantFrom(0, 0, 1, 3), fc.constantFrom(4, 12, Infinity, Infinity))
  .map(([at, from, length]) => [get(pathOfText(at)), lit(textAtHand(at, from, length))]);

const dynamic = payloadPaths.map(get);
const staticText = fc
  .constantFrom(
    "id",
    "op_name",
    "parent_id",
    "display_name",
    "exception",
    "summary.weave.status",
    "summary.weave.trace_name",
  )
  .map(get);
const staticNumber = fc.constantFrom("wb_run_step", "summary.weave.latency_ms").map(get);
const moment = fc.constantFrom("started_at", "ended_at", "deleted_at").map(get);

type Kind = "truth" | "text" | "number";

/**
 * Conditions of every kind over payloads and columns, with marks for `AtHand`; nearly all of
 * them compile.
 */
export const conditions: fc.Arbitrary<Operand> = fc.letrec<Record<Kind, Operand>>((tie) => {
  const converted = (input: fc.Arbitrary<Operand>, to: string): fc.Arbitrary<Operand> =>
    input.map((from) => ({ $convert: { input: from, to } }));
  const any = fc.oneof(
    { weight: 5, arbitrary: dynamic },
    tie("text"),
    tie("number"),
    tie("truth"),
    moment,
  );
  const side = fc.oneof({ weight: 3, arbitrary: dynamic }, staticText, tie("text"), tie("number"));
  const both = (a: fc.Arbitrary<Operand>, b: fc.Arbitrary<Operand>): fc.Arbitrary<Operand[]> =>
    fc.tuple(a, b, fc.boolean()).map(([x, y, isTurned]) => (isTurned ? [y, x] : [x, y]));
  const pairs = fc.oneof(
    { weight: 8, arbitrary: both(dynamic, single.map(lit)) },
    { weight: 4, arbitrary: own },
    { weight: 2, arbitrary: both(dynamic, side) },
    both(dynamic, tie("truth")),
    both(tie("text"), texts.map(lit)),
    both(tie("number"), numbers.map(lit)),
    both(staticText, tie("text")),
    both(moment, dates.map(lit)),
    both(any, fc.constant(lit(null))),
  );
  const listed = (values: fc.Arbitrary<unknown>): fc.Arbitrary<Operand[]> =>
    fc.array(values.map(lit), { maxLength: 4 });
  const lists = fc.oneof(
    fc.tuple(
      dynamic,
      fc.oneof(listed(texts), listed(numbers), listed(fc.boolean()), listed(single)),
    ),
    fc.tuple(dynamic, fc.array(fc.oneof(single.map(lit), dynamic, staticText), { maxLength: 3 })),
    fc.tuple(tie("text"), fc.array(fc.oneof(texts.map(lit), dynamic), { maxLength: 3 })),
    fc.tuple(
      tie("number"),
      fc.array(fc.oneof(numbers.map(lit), fc.constant(lit(null))), { maxLength: 3 }),
    ),
    fc.tuple(moment, listed(dates)),
  );
  return {
    text: fc.oneof(
      { maxDepth: 3, depthIdentifier: "query" },
      staticText,
      converted(fc.oneof(dynamic, staticNumber, moment, tie("truth")), "string"),
    ),
    number: fc.oneof(
      { maxDepth: 3, depthIdentifier: "query" },
      staticNumber,
      fc.oneof(dynamic, tie("text"), structures.map(lit)).map((input) => ({ $size: input })),
      converted(any, "double"),
      converted(any, "int"),
    ),
    truth: fc.oneof(
      { maxDepth: 3, depthIdentifier: "query" },
      {
        weight: 6,
        arbitrary: fc
          .tuple(fc.constantFrom("$eq", "$eq", "$gt", "$gte", "$lt", "$lte"), pairs)
          .map(([operator, sides]) => ({ [operator]: sides })),
      },
      { weight: 3, arbitrary: lists.map((sides) => ({ $in: sides })) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(
            fc.oneof(
              own,
              fc.tuple(
                fc.oneof({ weight: 4, arbitrary: dynamic }, tie("text")),
                fc.oneof({ weight: 4, arbitrary: texts.map(lit) }, dynamic, staticText),
              ),
            ),
            fc.boolean(),
          )
          .map(([[input, substr], case_insensitive]) => ({
            $contains: { input, substr, case_insensitive },
          })),
      },
      converted(any, "bool"),
      { weight: 2, arbitrary: converted(any, "exists") },
      fc
        .array(fc.oneof(tie("truth"), tie("number"), fc.constant(lit(null))), {
          minLength: 1,
          maxLength: 3,
        })
        .map((operands) => ({ $and: operands })),
      fc.array(tie("truth"), { minLength: 1, maxLength: 3 }).map((operands) => ({ $or: operands })),
      tie("truth").map((operand) => ({ $not: [operand] })),
    ),
  };
}).truth;

/** Orders by payloads and by columns, with marks for `AtHand`. */
export const sorts: fc.Arbitrary<Trace.SortBy[]> = fc.array(
  fc.record({
    field: fc.oneof(
      { weight: 4, arbitrary: payloadPaths },
      fc.constantFrom("display_name", "wb_run_step", "started_at", "ended_at", "exception", "id"),
    ),
    direction: fc.constantFrom("asc", "desc"),
  }),
  { minLength: 1, maxLength: 3 },
);
