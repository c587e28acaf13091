import { InvalidInput } from "../../refusals/refusal.ts";
import { compare } from "./compare.ts";
import { refuseLong } from "./condition-bound.ts";
import { containment } from "./containment.ts";
import { convert } from "./convert.ts";
import { comparesValues, needsValue, type Test } from "./value-test.ts";
import {
  describe,
  type Expression,
  type Field,
  fieldExpression,
  truth,
  unknownSql,
} from "./expression.ts";
import { literal } from "./literal.ts";
import { membership } from "./membership.ts";
import type { Node } from "./node.ts";
import type { Parameters } from "./parameters.ts";
import { parseQuery } from "./parse-query.ts";
import { fieldsOf, nameOf } from "./query-fields.ts";

/** The fields that a query may use. */
export interface Fields {
  /** The field of this path. @throws FieldNotAllowed or InvalidInput if a query cannot use it. */
  field(path: string): Field;
}

/** The fields and the parameters of the statement that a query becomes part of. */
export interface Scope {
  readonly fields: Fields;
  readonly parameters: Parameters;
}

/**
 * Compiles a query to a condition for `WHERE`: true for a match, otherwise false or null, with
 * SQL's three-valued logic. Values of the query go into `scope.parameters`.
 *
 * @throws InvalidInput if types do not fit, an operand is malformed or a limit is exceeded.
 *
 * @example
 * const parameters = new Parameters();
 * const fields = new CallFields(name, parameters, "whole", new FeedbackBeside(id, parameters));
 * const condition = compileQuery(query, { fields, parameters });
 * await traces.query(`SELECT id FROM calls WHERE ${condition}`, parameters.values);
 */
export function compileQuery(query: { readonly $expr: unknown }, scope: Scope): string {
  return logical(compile(parseQuery(query), scope)).sql;
}

function compile(node: Node, scope: Scope): Expression {
  switch (node.kind) {
    case "literal":
      return literal(node.value, scope.parameters);
    case "field":
      return fieldExpression(scope.fields.field(node.path), node.path);
    default: {
      const operation = compileOperation(node, scope);
      refuseLong(operation.sql.length);
      return operation;
    }
  }
}

type Operation = Exclude<Node, { readonly kind: "literal" | "field" }>;

function compileOperation(node: Operation, scope: Scope): Expression {
  switch (node.kind) {
    case "convert":
      return convert(compile(node.input, scope), node.to);
    case "size":
      return size(compile(node.input, scope));
    case "and":
      return compileTest(node, scope);
    default:
      return testAtField(node, scope) ?? compileTest(node, scope);
  }
}

/** A field may test its value where it is stored: then the value itself need not be read. */
function testAtField(node: Test, scope: Scope): Expression | undefined {
  const [path, ...others] = fieldsOf(node);
  if (path === undefined || others.length > 0) return undefined;
  const field = scope.fields.field(path);
  if (field.type !== "dynamic" || !field.test) return undefined;
  const result = field.test({
    name: () => nameOf(node),
    isDirect: comparesValues(node),
    needsValue: needsValue(node),
    of: (value) => compileTest(node, { ...scope, fields: { field: () => value } }).sql,
  });
  return result === undefined ? undefined : truth(result, true);
}

function compileTest(node: Test, scope: Scope): Expression {
  switch (node.kind) {
    case "and":
    case "or":
      return junction(node.kind, node.operands, scope);
    case "not": {
      const operand = logical(compile(node.operand, scope));
      // The outer parentheses are needed: ClickHouse reads `not(a) > b` as `NOT ((a) > b)`.
      return truth(`(NOT ${operand.sql})`, operand.isNullable);
    }
    case "compare": {
      const [left, right] = [compile(node.left, scope), compile(node.right, scope)];
      return compare(node.operator, left, right, scope.parameters);
    }
    case "in": {
      const left = compile(node.left, scope);
      const candidates = node.candidates.map((candidate) => compile(candidate, scope));
      // Each candidate that is no literal is compared with the left side.
      const others = node.candidates.filter(({ kind }) => kind !== "literal").length;
      if (node.left.kind !== "literal" && others > 0) refuseLong(left.sql.length * others);
      return membership(left, candidates, scope.parameters);
    }
    default: {
      const [input, substring] = [compile(node.input, scope), compile(node.substring, scope)];
      return containment(input, substring, node.ignoresCase, scope.parameters);
    }
  }
}

function junction(kind: "and" | "or", nodes: readonly Node[], scope: Scope): Expression {
  let characters = 0;
  const operands = nodes.map((node) => {
    const operand = logical(compile(node, scope));
    characters += operand.sql.length;
    refuseLong(characters);
    return operand;
  });
  const [first] = operands;
  if (first && operands.length === 1) return first;
  return truth(
    `${kind}(${operands.map(({ sql }) => sql).join(", ")})`,
    operands.some(({ isNullable }) => isNullable),
  );
}

/** The boolean value of an operand of `$and`, `$or` and `$not`: numbers are true unless zero. */
function logical(operand: Expression): Expression {
  switch (operand.type) {
    case "boolean":
      return operand;
    case "number":
      return truth(`(${operand.sql} != 0)`, operand.isNullable);
    case "null":
      return truth(unknownSql, true);
    default:
      throw new InvalidInput(
        `${describe(operand)} is neither true nor false. Compare it with a value, ` +
          "or use $convert to bool.",
      );
  }
}

function size(input: Expression): Expression {
  const base = { type: "number", isNullable: input.isNullable, name: `$size of ${input.name}` };
  switch (input.type) {
    case "strings":
      return { ...base, type: "number", sql: `length(${input.sql})` };
    case "string":
      return { ...base, type: "number", sql: `lengthUTF8(${input.sql})` };
    case "structure":
      return { ...base, type: "number", sql: String(Object.keys(input.literal as object).length) };
    case "null":
      return { ...input, name: base.name };
    case "dynamic":
      return { ...base, type: "number", isNullable: true, sql: input.dynamic!.size() };
    default:
      throw new InvalidInput(`$size is for lists and text, not for ${describe(input)}.`);
  }
}
