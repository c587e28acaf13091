import {
  listValue,
  mappingValue,
  percentArguments,
  plainValue,
  pythonText,
  textValue,
} from "./jinja-values.ts";
import { Interpreter, Scope, type JinjaNode, type JinjaScope, type JinjaValue } from "./jinja.ts";
import { percentFormat } from "./percent-format.ts";
import { areEqual, checkSum, isIn, isNumber, isTrue, itemsOf, nameOf } from "./python-operators.ts";
import type { SizeGuard } from "./size-guard.ts";
import { ownFilter, ownTest, takenBy, type GivenValues } from "./template-filters.ts";
import type {
  Argument,
  BinaryNode,
  CallNode,
  FilterBlockNode,
  FilterNode,
  ForNode,
  IfNode,
  Known,
  MemberNode,
  SelectNode,
  TestNode,
  TurnNode,
} from "./template-nodes.ts";
import { textMethod } from "./text-methods.ts";

// Deeper than any template that ends; far from the end of the stack, where the library takes a name for undefined.
const maxDepth = 400;

/** Nodes that write what is within them, or nothing. */
const statements = new Set(
  "Set If For Macro CallStatement FilterStatement Comment Break Continue Iteration".split(" "),
);

/**
 * The interpreter of @huggingface/jinja with bounds on what a template makes, and with what the library lacks or does
 * otherwise than Jinja: `%` on text, the filter `format`, values written as Python writes them, a scope for each turn
 * of a loop, and a word on what it would write wrongly instead of writing it.
 */
export class TemplateInterpreter extends Interpreter {
  readonly #guard: SizeGuard;
  readonly #written: WeakSet<object>;
  #depth = 0;

  /** @param written nodes whose values are written out (`writtenNodes`) */
  constructor(scope: JinjaScope, guard: SizeGuard, written: WeakSet<object>) {
    super(scope);
    this.#guard = guard;
    this.#written = written;
  }

  override evaluate(node: JinjaNode | undefined, scope: JinjaScope): JinjaValue {
    if (this.#depth >= maxDepth)
      throw new Error("it is nested too deep, or calls itself without end");
    this.#depth++;
    try {
      const value = this.#guard.check(this.#evaluate(node, scope));
      if (node === undefined || !this.#written.has(node) || statements.has(node.type)) return value;
      this.#guard.checkWritten(value);
      return textValue(pythonText(value));
    } finally {
      this.#depth--;
    }
  }

  #evaluate(node: JinjaNode | undefined, scope: JinjaScope): JinjaValue {
    switch (node?.type) {
      case "Known":
        return (node as Known).value;
      case "BinaryExpression":
        return this.#binary(node as BinaryNode, scope);
      case "FilterExpression":
        return this.#filter(node as FilterNode, scope);
      case "FilterStatement":
        return this.#filterBlock(node as FilterBlockNode, scope);
      case "CallExpression":
        return this.#call(node as CallNode, scope);
      case "MemberExpression":
        return this.#member(node as MemberNode, scope);
      case "TestExpression": {
        const { operand, test, negate } = node as TestNode;
        const passes = this.#passes(test.value, this.evaluate(operand, scope), [], scope);
        return plainValue(passes !== negate);
      }
      case "For":
        return this.#loop(node as ForNode, scope);
      case "Iteration":
        return this.#turn(node as TurnNode, new Scope(scope));
      case "If": {
        const { test, body, alternate } = node as IfNode;
        return this.#block(isTrue(this.evaluate(test, scope)) ? body : alternate, scope);
      }
      case "Break":
      case "Continue":
        throw new LoopControl(node.type === "Break");
      default:
        return super.evaluate(node, scope);
    }
  }

  #binary(node: BinaryNode, scope: JinjaScope): JinjaValue {
    const operator = node.operator.value;
    if (operator === "and" || operator === "or") return super.evaluate(node, scope);
    const left = this.evaluate(node.left, scope);
    const right = this.evaluate(node.right, scope);
    switch (operator) {
      case "==":
        return plainValue(areEqual(left, right));
      case "!=":
        return plainValue(!areEqual(left, right));
      case "in":
        return plainValue(isIn(left, right));
      case "not in":
        return plainValue(!isIn(left, right));
      case "~":
        return textValue(pythonText(left) + pythonText(right));
      case "%":
        if (left.type === "StringValue") {
          return textValue(percentFormat(left.value as string, percentArguments(right)));
        }
        return this.#remainder(node, left, right, scope);
      case "+":
        checkSum(left, right);
    }
    const rest: BinaryNode = { ...node, left: known(left), right: known(right) };
    return super.evaluate(rest, scope);
  }

  /** Python's remainder has the sign of the divisor; that of the library has the sign of the other number. */
  #remainder(node: BinaryNode, left: JinjaValue, right: JinjaValue, scope: JinjaScope): JinjaValue {
    const [dividend, divisor] = [left, right].map((value) =>
      known(value.type === "BooleanValue" ? plainValue(Number(value.value)) : value),
    );
    if (isNumber(right) && Number(right.value) === 0) throw new Error("% divides by zero");
    const division = { ...node, left: dividend, right: divisor } as BinaryNode;
    const rest = super.evaluate(division, scope);
    if (Number(rest.value) * Number(right.value) >= 0) return rest;
    const plus = { ...node.operator, value: "+" };
    const sum = { ...node, operator: plus, left: known(rest), right: divisor } as BinaryNode;
    return super.evaluate(sum, scope);
  }

  #member(node: MemberNode, scope: JinjaScope): JinjaValue {
    const object = this.evaluate(node.object, scope);
    const isSlice = node.computed && node.property.type === "SliceExpression";
    const index =
      node.computed && !isSlice ? known(this.evaluate(node.property, scope)) : node.property;
    const key = index.type === "Known" ? (index as Known).value : null;
    const name = key === null ? (node.property as { value?: unknown }).value : shownKey(key);
    if (object.type === "UndefinedValue") {
      throw new Error(`it reads ${String(name)} of an undefined value`);
    }
    if (object.type === "ObjectValue") {
      // What stands behind a dot is the method before the member, so that a member may be called "items".
      const method = node.computed ? undefined : object.builtins?.get(String(name));
      if (method !== undefined && dictionaryMethods.has(String(name))) return method;
      if (key !== null && key.type !== "StringValue") return plainValue(undefined);
    }
    if (object.type === "StringValue" && key?.type === "IntegerValue") {
      const character = Array.from(object.value as string).at(key.value as number);
      return character === undefined ? plainValue(undefined) : textValue(character);
    }
    const isIndex = key === null || key.type === "IntegerValue" || key.type === "StringValue";
    if (!isIndex || object.type === "NullValue") return plainValue(undefined);
    const rest: MemberNode = { ...node, object: known(object), property: index };
    return super.evaluate(rest, scope);
  }

  #passes(
    name: string,
    value: JinjaValue,
    given: readonly JinjaValue[],
    scope: JinjaScope,
  ): boolean {
    const own = ownTest(name, value, given);
    if (own !== null) return own;
    const rest: TestNode = {
      type: "TestExpression",
      operand: known(value),
      negate: false,
      test: { type: "Identifier", value: name },
    };
    return super.evaluate(rest, scope).value === true;
  }

  #loop(node: ForNode, scope: JinjaScope): JinjaValue {
    const { iterable } = node;
    const isFiltered = iterable.type === "SelectExpression";
    const inner = isFiltered ? (iterable as SelectNode).lhs : iterable;
    const items = known(itemsOf(this.evaluate(inner, scope)));
    const over = isFiltered ? { ...(iterable as SelectNode), lhs: items } : items;
    return super.evaluate(eachTurn({ ...node, iterable: over }), scope);
  }

  /** One turn of a loop; what it wrote before `break` or `continue` stays written. */
  #turn(node: TurnNode, scope: JinjaScope): JinjaValue {
    const { loop, body } = node;
    if (loop.isBroken) return textValue("");
    try {
      return this.#block(body, scope);
    } catch (cause) {
      if (!(cause instanceof LoopControl)) throw cause;
      loop.isBroken = cause.isBreak;
      return textValue(cause.written);
    }
  }

  #block(body: readonly JinjaNode[], scope: JinjaScope): JinjaValue {
    let text = "";
    try {
      for (const node of body) {
        const value = this.evaluate(node, scope);
        const isNothing = value.type === "NullValue" || value.type === "UndefinedValue";
        if (!isNothing) text += value.toString();
      }
    } catch (cause) {
      if (cause instanceof LoopControl) cause.written = text + cause.written;
      throw cause;
    }
    return textValue(text);
  }

  #filter(node: FilterNode, scope: JinjaScope): JinjaValue {
    const operand = this.evaluate(node.operand, scope);
    const name = node.filter.value ?? node.filter.callee?.value ?? "";
    const args = (node.filter.args ?? []).map((one) => this.#argument(one, scope));
    this.#guard.checkCall(name, operand, args.map(valueOf));
    if (name === "string") this.#guard.checkWritten(operand);
    const test = (testName: string, value: JinjaValue, given: readonly JinjaValue[]): boolean =>
      this.#passes(testName, value, given, scope);
    const given = givenBy(args);
    const own = ownFilter(name, operand, given, test);
    if (own !== null) return own;
    const [mapped] = given.positional;
    if (name === "map" && mapped?.type === "StringValue") {
      const filter = { ...node.filter, value: mapped.value as string, type: "Identifier" };
      const rest = args.slice(1);
      const called = { type: "CallExpression", callee: filter, args: rest };
      const each = rest.length === 0 ? filter : called;
      const items = itemsOf(operand).value;
      if (!Array.isArray(items)) throw new Error(`map works on lists, not on ${nameOf(operand)}`);
      return listValue(
        (items as JinjaValue[]).map((item) =>
          this.#filter({ type: "FilterExpression", operand: known(item), filter: each }, scope),
        ),
      );
    }
    const filter = args.length === 0 ? node.filter : { ...node.filter, args };
    const rest: FilterNode = { ...node, operand: known(takenBy(name, operand)), filter };
    return super.evaluate(rest, scope);
  }

  #filterBlock({ body, filter }: FilterBlockNode, scope: JinjaScope): JinjaValue {
    const block: JinjaNode & { readonly body: unknown } = { type: "Program", body };
    return this.#filter({ type: "FilterExpression", operand: block, filter }, scope);
  }

  #call(node: CallNode, scope: JinjaScope): JinjaValue {
    const { object, property, computed, value: callee } = node.callee;
    if (callee === "dict" && node.callee.type === "Identifier") {
      return dictionary(givenBy(node.args.map((one) => this.#argument(one, scope))));
    }
    if (object === undefined || property?.value === undefined || computed === true) {
      return super.evaluate(node, scope);
    }
    const operand = this.evaluate(object, scope);
    const args = node.args.map((one) => this.#argument(one, scope));
    const name = property.value;
    this.#guard.checkCall(name, operand, args.map(valueOf));
    if (operand.type === "StringValue") {
      const own = textMethod(name, operand.value as string, givenBy(args));
      if (own !== null) return own;
    }
    const method = { ...node.callee, object: known(operand) };
    if (this.evaluate(method, scope).type === "UndefinedValue") {
      throw new Error(`there is no method ${name} of ${nameOf(operand)}`);
    }
    const rest: CallNode = { ...node, callee: method, args };
    return super.evaluate(rest, scope);
  }

  #argument(node: JinjaNode, scope: JinjaScope): Argument {
    if (node.type === "KeywordArgumentExpression") {
      const named = node as JinjaNode & {
        readonly key: { readonly value: string };
        readonly value: JinjaNode;
      };
      const value = this.evaluate(named.value, scope);
      const rest: Argument = { ...named, value: known(value) };
      return rest;
    }
    if (node.type.endsWith("SpreadExpression")) {
      const spread = node as JinjaNode & { readonly argument: JinjaNode };
      const argument = known(this.evaluate(spread.argument, scope));
      const rest: Argument = { ...spread, argument };
      return rest;
    }
    return known(this.evaluate(node, scope));
  }
}

/** Leaves a turn of a loop, with what it wrote so far. */
class LoopControl extends Error {
  readonly isBreak: boolean;
  written = "";

  constructor(isBreak: boolean) {
    super("break and continue are allowed only in loops");
    this.isBreak = isBreak;
  }
}

/** Members of a mapping that are methods, whatever it holds. */
const dictionaryMethods = new Set("get items keys values".split(" "));

// What is set in one turn of a loop is not set in the next: each turn gets a scope of its own.
function eachTurn(node: ForNode): ForNode {
  const turn: TurnNode = { type: "Iteration", body: node.body, loop: { isBroken: false } };
  return { ...node, body: [turn] };
}

/** `dict(mapping, name=value)`. */
function dictionary({ positional: [first], named }: GivenValues): JinjaValue {
  if (first !== undefined && first.type !== "ObjectValue") {
    throw new Error(`dict() of ${nameOf(first)}; it takes a mapping and named values`);
  }
  const members = (first?.value ?? new Map()) as ReadonlyMap<string, JinjaValue>;
  return mappingValue([...members, ...named]);
}

function shownKey(key: JinjaValue): string {
  const isPlain = key.type === "StringValue" || key.type === "IntegerValue";
  return isPlain ? String(key.value) : nameOf(key);
}

function givenBy(args: readonly Argument[]): GivenValues {
  const positional: JinjaValue[] = [];
  const named = new Map<string, JinjaValue>();
  for (const argument of args) {
    const value = valueOf(argument);
    if ("key" in argument) named.set(argument.key.value, value);
    else if (argument.type === "SpreadExpression" && Array.isArray(value.value)) {
      positional.push(...(value.value as JinjaValue[]));
    } else positional.push(value);
  }
  return { positional, named };
}

function known(value: JinjaValue): Known {
  return { type: "Known", value };
}

function valueOf(argument: Argument): JinjaValue {
  if (argument.type === "Known") return (argument as Known).value;
  return "argument" in argument ? argument.argument.value : (argument.value as Known).value;
}
