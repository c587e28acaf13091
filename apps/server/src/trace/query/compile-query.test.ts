import { describe, expect, test } from "vitest";
import { compileQuery } from "./compile-query.ts";
import { InvalidInput } from "../../refusals/refusal.ts";
import type { Field } from "./expression.ts";
import { FieldNotAllowed } from "./field-not-allowed.ts";
import { Parameters } from "./parameters.ts";

const fields: Readonly<Record<string, Field>> = {
  name: { sql: "name", type: "string", isNullable: false },
  parent: { sql: "nullIf(parent, '')", type: "string", isNullable: true },
  step: { sql: "step", type: "number", isNullable: true },
  at: { sql: "at", type: "instant", isNullable: false },
  ended: { sql: "ended", type: "instant", isNullable: true },
  refs: { sql: "refs", type: "strings", isNullable: false },
};

function field(path: string): Field {
  const found = fields[path];
  if (!found) throw new FieldNotAllowed(path);
  return found;
}

function compile(expression: unknown): { sql: string; values: unknown } {
  const parameters = new Parameters();
  const sql = compileQuery({ $expr: expression }, { fields: { field }, parameters });
  return { sql, values: parameters.values };
}

const get = (path: string): object => ({ $getField: path });
const lit = (value: unknown): object => ({ $literal: value });
const unknown = "CAST(NULL, 'Nullable(UInt8)')";

describe("compiles", () => {
  const cases: [what: string, expression: unknown, sql: string, values?: unknown][] = [
    ["text", { $eq: [get("name"), lit("a'b")] }, "(name = {p0:String})", { p0: "a'b" }],
    ["whole numbers", { $gt: [get("step"), lit(5)] }, "(step > {p0:Int64})", { p0: 5 }],
    ["fractions", { $lte: [get("step"), lit(5.5)] }, "(step <= {p0:Float64})", { p0: 5.5 }],
    ["literals first", { $lt: [lit(5), get("step")] }, "({p0:Int64} < step)", { p0: 5 }],
    ["null literal, nullable", { $eq: [get("step"), lit(null)] }, "isNull(step)"],
    ["null literal, never null", { $eq: [get("name"), lit(null)] }, "false"],
    ["two nulls", { $eq: [lit(null), lit(null)] }, "true"],
    ["null in an order", { $gte: [get("step"), lit(null)] }, unknown],
    [
      "seconds",
      { $gte: [get("at"), lit(1.5)] },
      "(at >= fromUnixTimestamp64Micro({p0:Int64}, 'UTC'))",
      { p0: 1_500_000 },
    ],
    [
      "a date without an offset",
      { $lt: [lit("1970-01-02"), get("at")] },
      "(fromUnixTimestamp64Micro({p0:Int64}, 'UTC') < at)",
      { p0: 86_400_000_000 },
    ],
    [
      "a date that no column can hold",
      { $lt: [get("at"), lit(1e18)] },
      "(at < fromUnixTimestamp64Micro({p0:Int64}, 'UTC'))",
      { p0: Date.UTC(2299, 11, 31) * 1000 },
    ],
    ["two moments", { $eq: [get("at"), get("ended")] }, "(at = ended)"],
    [
      "and, or, not",
      {
        $and: [
          { $or: [{ $eq: [get("name"), lit("a")] }, { $eq: [get("name"), lit("b")] }] },
          { $not: [{ $eq: [get("parent"), lit(null)] }] },
        ],
      },
      "and(or((name = {p0:String}), (name = {p1:String})), (NOT isNull(nullIf(parent, ''))))",
      { p0: "a", p1: "b" },
    ],
    ["and of one", { $and: [{ $eq: [get("name"), lit("a")] }] }, "(name = {p0:String})"],
    ["numbers as truth", { $not: [get("step")] }, "(NOT (step != 0))"],
    ["null as truth", { $and: [lit(null), lit(true)] }, `and(${unknown}, true)`],
    [
      "in",
      { $in: [get("name"), [lit("a"), lit(null), lit("b")]] },
      "(name IN {p0:Array(String)})",
      { p0: ["a", "b"] },
    ],
    [
      "in, nullable",
      { $in: [get("step"), [lit(1), lit(2.5)]] },
      "if(isNull(step), NULL, (step IN {p0:Array(Float64)}))",
      { p0: [1, 2.5] },
    ],
    [
      "in, moments",
      { $in: [get("at"), [lit(1), lit("1970-01-01T00:00:02Z")]] },
      "(toUnixTimestamp64Micro(at) IN {p0:Array(Int64)})",
      { p0: [1_000_000, 2_000_000] },
    ],
    [
      "in, fields among the candidates",
      { $in: [get("name"), [lit("a"), get("parent")]] },
      "or((name IN {p0:Array(String)}), (name = nullIf(parent, '')))",
      { p0: ["a"] },
    ],
    ["in an empty list", { $in: [get("name"), []] }, "false", {}],
    ["in a list of null only", { $in: [get("name"), [lit(null)]] }, "false"],
    ["null in", { $in: [lit(null), [lit(1)]] }, unknown],
    [
      "contains",
      { $contains: { input: get("parent"), substr: lit("x") } },
      "ifNull((position(nullIf(parent, ''), {p0:String}) > 0), false)",
      { p0: "x" },
    ],
    [
      "contains, ignoring case",
      { $contains: { input: get("name"), substr: lit("X"), case_insensitive: true } },
      "(position(lowerUTF8(name), {p0:String}) > 0)",
    ],
    ["contains null", { $contains: { input: get("name"), substr: lit(null) } }, "false"],
    ["size of a list", { $gt: [{ $size: get("refs") }, lit(0)] }, "(length(refs) > {p0:Int64})"],
    ["size of text", { $eq: [{ $size: get("name") }, lit(3)] }, "(lengthUTF8(name) = {p0:Int64})"],
    ["size of a literal", { $eq: [{ $size: lit([1, 2]) }, lit(2)] }, "(2 = {p0:Int64})"],
    [
      "convert to a number",
      { $gt: [{ $convert: { input: get("name"), to: "double" } }, lit(0.5)] },
      String.raw`(if(isFinite(toFloat64OrNull(extract(name, '^\\C{0,128}$'))), toFloat64OrNull(extract(name, '^\\C{0,128}$')), NULL) > {p0:Float64})`,
    ],
    [
      "convert to exists",
      { $convert: { input: get("parent"), to: "exists" } },
      "isNotNull(nullIf(parent, ''))",
    ],
    [
      "literals within a literal list",
      { $eq: [{ $size: lit([lit(1), [lit(2)]]) }, lit(2)] },
      "(2 = {p0:Int64})",
    ],
  ];
  test.each(cases)("%s", (_, expression, sql, values) => {
    const compiled = compile(expression);
    expect(compiled.sql).toBe(sql);
    if (values) expect(compiled.values).toEqual(values);
  });
});

describe("refuses", () => {
  const nest = (levels: number): object =>
    levels === 0 ? lit(true) : { $not: [nest(levels - 1)] };
  const many = (count: number): object[] => Array.from({ length: count }, () => lit(true));
  const cases: [what: string, expression: unknown, reason: RegExp][] = [
    ["text against a number", { $eq: [get("name"), lit(5)] }, /name \(text\).*a number/],
    ["a number against text", { $gt: [get("step"), lit("5")] }, /step \(a number\).*text/],
    ["a list against text", { $eq: [get("refs"), lit("x")] }, /refs \(a list\)/],
    ["a map", { $eq: [get("name"), lit({ a: 1 })] }, /a list or map/],
    ["a date that is none", { $gt: [get("at"), lit("soon")] }, /at is a date-time/],
    ["truth as a date", { $gt: [get("at"), lit(true)] }, /at is a date-time/],
    ["a moment against text", { $eq: [get("at"), get("name")] }, /at \(a date-time\)/],
    ["other types in a list", { $in: [get("name"), [lit("a"), lit(1)]] }, /a number/],
    ["text as truth", { $and: [get("name")] }, /neither true nor false/],
    ["an empty $and", { $and: [] }, /\$and needs at least one/],
    ["an empty $or", { $or: [] }, /\$or needs at least one/],
    ["$contains in a number", { $contains: { input: get("step"), substr: lit("1") } }, /text/],
    ["$size of a number", { $size: get("step") }, /\$size/],
    ["$not of two", { $not: [lit(true), lit(true)] }, /\$not takes 1 operand; it was given 2\./],
    ["$eq of one", { $eq: [lit(true)] }, /\$eq takes 2 operands; it was given 1\./],
    ["two operators in one", { $eq: [], $and: [] }, /one member/],
    ["an unknown operator", { $where: "1=1" }, /no operator \$where/],
    ["an unknown target", { $convert: { input: lit(1), to: "date" } }, /\$convert/],
    ["a list too long", { $or: many(1001) }, /limit is 1000/],
    ["a candidate list too long", { $in: [get("name"), many(1001)] }, /limit is 1000/],
    ["too many in all", { $or: many(9).map(() => ({ $or: many(500) })) }, /limit of 4000/],
    ["too deep", nest(50), /limit of 50/],
  ];
  test.each(cases)("%s", (_, expression, reason) => {
    expect(() => compile(expression)).toThrow(InvalidInput);
    expect(() => compile(expression)).toThrow(reason);
  });

  test("an unknown field, with the error of the field list", () => {
    expect(() => compile({ $eq: [get("nope"), lit(1)] })).toThrow(new FieldNotAllowed("nope"));
  });

  test("nothing at the limits", () => {
    expect(compile(nest(49)).sql).toContain("(NOT ");
    const wide = many(1000).map(() => ({ $eq: [get("name"), lit("a")] }));
    expect(compile({ $or: wide }).sql).toContain("{p999:String}");
    expect(compile({ $in: [get("name"), many(1000).map(() => lit("a"))] }).sql).toContain("IN");
  });
});

test("a user's text never becomes SQL", () => {
  const evil = "'); DROP TABLE calls; --{p0:String}";
  const { sql } = compile({
    $or: [
      { $eq: [get("name"), lit(evil)] },
      { $in: [get("name"), [lit(evil)]] },
      { $contains: { input: get("name"), substr: lit(evil) } },
      { $eq: [{ $size: lit({ [evil]: evil }) }, lit(1)] },
    ],
  });
  expect(sql).not.toContain("DROP");
});
