import {
  listOfTexts,
  percentArguments,
  pythonText,
  refuseWholeFloats,
  shown,
  textValue,
} from "./jinja-values.ts";
import { Interpreter, Scope, type JinjaNode, type JinjaScope, type JinjaValue } from "./jinja.ts";
import { percentFormat } from "./percent-format.ts";
import type { SizeGuard } from "./size-guard.ts";

// Deeper than any template that ends; far from the end of the stack, where the library takes a name for undefined.
const maxDepth = 400;

/** Nodes that write what is within them, or nothing. */
const statements = new Set(
  "Set If For Macro CallStatement FilterStatement Comment Break Continue Iteration".split(" "),
);

/** An expression whose value is known: it stands in for one that was evaluated already. */
interface Known extends JinjaNode {
  readonly type: "Known";
  readonly value: JinjaValue;
}

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
      case "For":
        return super.evaluate(iterated(node as ForNode), scope);
      case "Iteration":
        return super.evaluate({ ...node, type: "Program" }, new Scope(scope));
      default:
        return super.evaluate(node, scope);
    }
  }

  #binary(node: BinaryNode, scope: JinjaScope): JinjaValue {
    const operator = node.operator.value;
    if (operator !== "%" && operator !== "~") return super.evaluate(node, scope);
    const left = this.evaluate(node.left, scope);
    if (operator === "~") {
      return textValue(pythonText(left) + pythonText(this.evaluate(node.right, scope)));
    }
    if (left.type !== "StringValue") {
      const rest: BinaryNode = { ...node, left: known(left) };
      return super.evaluate(rest, scope);
    }
    const right = this.evaluate(node.right, scope);
    return textValue(percentFormat(left.value as string, percentArguments(right)));
  }

  #filter(node: FilterNode, scope: JinjaScope): JinjaValue {
    const operand = this.evaluate(node.operand, scope);
    const name = node.filter.value ?? node.filter.callee?.value ?? "";
    // Tests and attributes of these filters are read from the tree itself.
    const isRaw = name === "selectattr" || name === "rejectattr";
    const given = isRaw ? [] : (node.filter.args ?? []).map((one) => this.#argument(one, scope));
    this.#guard.checkCall(name, operand, given.map(valueOf));
    if (name === "tojson") refuseWholeFloats(operand);
    if (name === "string") {
      this.#guard.checkWritten(operand);
      return textValue(pythonText(operand));
    }
    if (name === "format") {
      if (operand.type !== "StringValue") throw new Error("the filter format needs text");
      const values = given.map((one) => shown(valueOf(one)));
      return textValue(percentFormat(operand.value as string, { kind: "list", values }));
    }
    const filter = isRaw || given.length === 0 ? node.filter : { ...node.filter, args: given };
    const taken = name === "join" ? listOfTexts(operand) : operand;
    const rest: FilterNode = { ...node, operand: known(taken), filter };
    return super.evaluate(rest, scope);
  }

  #filterBlock({ body, filter }: FilterBlockNode, scope: JinjaScope): JinjaValue {
    const block: JinjaNode & { readonly body: unknown } = { type: "Program", body };
    return this.#filter({ type: "FilterExpression", operand: block, filter }, scope);
  }

  #call(node: CallNode, scope: JinjaScope): JinjaValue {
    const { object, property, computed } = node.callee;
    if (object === undefined || property?.value === undefined || computed === true) {
      return super.evaluate(node, scope);
    }
    const operand = this.evaluate(object, scope);
    const args = node.args.map((one) => this.#argument(one, scope));
    this.#guard.checkCall(property.value, operand, args.map(valueOf));
    const callee = { ...node.callee, object: known(operand) };
    const rest: CallNode = { ...node, callee, args };
    return super.evaluate(rest, scope);
  }

  #argument(node: JinjaNode, scope: JinjaScope): Argument {
    if (node.type === "KeywordArgumentExpression") {
      const named = node as JinjaNode & { readonly value: JinjaNode };
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

/** An argument that is evaluated: a value, or a named or spread one around a value. */
type Argument =
  | Known
  | (JinjaNode & { readonly value: Known })
  | (JinjaNode & { readonly argument: Known });

interface BinaryNode extends JinjaNode {
  readonly operator: { readonly value: string };
  readonly left: JinjaNode;
  readonly right: JinjaNode;
}

interface FilterNode extends JinjaNode {
  readonly operand: JinjaNode;
  readonly filter: JinjaNode & {
    readonly value?: string;
    readonly callee?: { readonly value?: string };
    readonly args?: readonly JinjaNode[];
  };
}

interface FilterBlockNode extends JinjaNode {
  readonly body: readonly JinjaNode[];
  readonly filter: FilterNode["filter"];
}

interface CallNode extends JinjaNode {
  readonly callee: JinjaNode & {
    readonly object?: JinjaNode;
    readonly property?: { readonly value?: string };
    readonly computed?: boolean;
  };
  readonly args: readonly JinjaNode[];
}

interface ForNode extends JinjaNode {
  readonly body: readonly JinjaNode[];
}

// What is set in one turn of a loop is not set in the next: each turn gets a scope of its own.
function iterated(node: ForNode): ForNode {
  const turn: ForNode = { type: "Iteration", body: node.body };
  return { ...node, body: [turn] };
}

function known(value: JinjaValue): Known {
  return { type: "Known", value };
}

function valueOf(argument: Argument): JinjaValue {
  if (argument.type === "Known") return (argument as Known).value;
  return "argument" in argument ? argument.argument.value : (argument.value as Known).value;
}
