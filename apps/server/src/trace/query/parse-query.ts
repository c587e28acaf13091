import { InvalidInput } from "../../refusals/refusal.ts";
import { requestBounds } from "../../config/request-bounds.ts";
import { LiteralReader, refuseDeep } from "./literal-reader.ts";
import type { Comparison, Node, Target } from "./node.ts";

/** Most operands of one operator, and most candidates of one `$in`. */
export const maxWidth: number = requestBounds.listEntries.limit;
/**
 * Most operands of a whole query: enough for a thousand comparisons with both sides, and for
 * joining them.
 */
const maxOperands = requestBounds.queryOperands.limit;

const comparisons: ReadonlySet<string> = new Set(["$eq", "$gt", "$gte", "$lt", "$lte"]);
const targets: ReadonlySet<string> = new Set(["double", "string", "int", "bool", "exists"]);

/**
 * Reads the query language (`{"$expr": …}`) into a tree, within the limits on its size.
 *
 * @throws InvalidInput if an operator is unknown or has the wrong number of operands, or if the
 * query is wider or deeper than the limits.
 */
export function parseQuery(query: { readonly $expr: unknown }): Node {
  return new Parser().operand(query.$expr, 1);
}

class Parser {
  private operands = 0;
  private readonly literals = new LiteralReader();

  operand(value: unknown, depth: number): Node {
    refuseDeep(depth);
    this.operands += 1;
    if (this.operands > maxOperands) {
      throw new InvalidInput(
        `The query has more than the limit of ${maxOperands} operands. ` +
          "Use $in for lists of values, or send several queries.",
      );
    }
    const [operator, body] = operatorOf(value);
    switch (operator) {
      case "$literal":
        return { kind: "literal", value: this.literals.read(body, depth) };
      case "$getField":
        if (typeof body !== "string")
          throw new InvalidInput("$getField takes the name of a field.");
        return { kind: "field", path: body.toWellFormed() };
      case "$convert":
        return this.convert(body, depth);
      case "$size":
        return { kind: "size", input: this.operand(body, depth + 1) };
      case "$and":
      case "$or":
        return this.junction(operator, body, depth);
      case "$not": {
        const [operand] = this.list(operator, body, depth, 1);
        return { kind: "not", operand: operand! };
      }
      case "$in":
        return this.membership(body, depth);
      case "$contains":
        return this.containment(body, depth);
      default:
        return this.comparison(operator, body, depth);
    }
  }

  private list(operator: string, body: unknown, depth: number, count?: number): Node[] {
    if (!Array.isArray(body)) throw new InvalidInput(`${operator} takes a list of operands.`);
    if (count !== undefined && body.length !== count) {
      const wanted = count === 1 ? "1 operand" : `${count} operands`;
      throw new InvalidInput(`${operator} takes ${wanted}; it was given ${body.length}.`);
    }
    if (body.length > maxWidth) {
      throw new InvalidInput(
        `${operator} has ${body.length} operands; the limit is ${maxWidth}. ` +
          "Use $in for lists of values, or send several queries.",
      );
    }
    return body.map((operand) => this.operand(operand, depth + 1));
  }

  private junction(operator: "$and" | "$or", body: unknown, depth: number): Node {
    const operands = this.list(operator, body, depth);
    if (operands.length === 0) throw new InvalidInput(`${operator} needs at least one operand.`);
    return { kind: operator === "$and" ? "and" : "or", operands };
  }

  private comparison(operator: string, body: unknown, depth: number): Node {
    if (!comparisons.has(operator))
      throw new InvalidInput(`There is no operator ${operator.slice(0, 100)}.`);
    const [left, right] = this.list(operator, body, depth, 2);
    return { kind: "compare", operator: operator as Comparison, left: left!, right: right! };
  }

  private membership(body: unknown, depth: number): Node {
    if (!Array.isArray(body) || body.length !== 2 || !Array.isArray(body[1])) {
      throw new InvalidInput("$in takes an operand and a list of operands.");
    }
    const left = this.operand(body[0], depth + 1);
    // A list of literals becomes one parameter, so its entries do not count as operands; it has its
    // own limit.
    const before = this.operands;
    const candidates = this.list("$in", body[1], depth);
    if (candidates.every((candidate) => candidate.kind === "literal")) this.operands = before;
    return { kind: "in", left, candidates };
  }

  private convert(body: unknown, depth: number): Node {
    const { input, to } = members("$convert", body);
    if (typeof to !== "string" || !targets.has(to)) {
      throw new InvalidInput(`$convert takes one of these types: ${[...targets].join(", ")}.`);
    }
    return { kind: "convert", input: this.operand(input, depth + 1), to: to as Target };
  }

  private containment(body: unknown, depth: number): Node {
    const { input, substr, case_insensitive: ignoresCase } = members("$contains", body);
    return {
      kind: "contains",
      input: this.operand(input, depth + 1),
      substring: this.operand(substr, depth + 1),
      ignoresCase: ignoresCase === true,
    };
  }
}

function operatorOf(value: unknown): [operator: string, body: unknown] {
  const entries = isObject(value) ? Object.entries(value) : [];
  const [only] = entries;
  if (!only || entries.length > 1) {
    throw new InvalidInput(
      'An operand of a query is an object with one member, such as {"$getField": "op_name"}.',
    );
  }
  return only;
}

function members(operator: string, body: unknown): Record<string, unknown> {
  if (!isObject(body)) throw new InvalidInput(`${operator} takes an object.`);
  return body;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
