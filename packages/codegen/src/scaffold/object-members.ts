import ts from "typescript";
import { lineAt, type Insertion } from "./source-text.ts";

/** The members of an object literal, as far as its text shows them. */
export interface ObjectMembers {
  /** For each name, its line, and the variable if the value is only a variable. */
  readonly members: ReadonlyMap<string, ObjectMember>;
  /** Whether there may be members that the text does not show: a spread, a computed name. */
  readonly isOpen: boolean;
  /**
   * Adds lines, without indentation, after the last member. Returns `undefined` if that would
   * change an existing line, because the object closes on the line of a member.
   */
  add(lines: readonly string[]): Insertion | undefined;
}

/** One member of an object literal. */
export interface ObjectMember {
  readonly line: number;
  readonly variable: string | undefined;
}

/**
 * The object literal of a constant in the file; `undefined` if there is no such constant or its
 * value is not an object literal.
 */
export function objectMembers(source: ts.SourceFile, name: string): ObjectMembers | undefined {
  const object = findObject(source, name);
  if (!object) return undefined;
  const members = new Map<string, ObjectMember>();
  let isOpen = false;
  for (const property of object.properties) {
    const known = nameOf(property);
    if (known === undefined) isOpen = true;
    else {
      const line = lineAt(source, property.getStart(source));
      members.set(known, { line, variable: variableOf(property) });
    }
  }
  return { members, isOpen, add: (lines) => insertion(source, object, lines) };
}

function findObject(source: ts.SourceFile, name: string): ts.ObjectLiteralExpression | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: declared, initializer } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(declared) || declared.text !== name || !initializer) continue;
      const value = withoutTypes(initializer);
      return ts.isObjectLiteralExpression(value) ? value : undefined;
    }
  }
  return undefined;
}

function withoutTypes(value: ts.Expression): ts.Expression {
  const isTyped =
    ts.isAsExpression(value) ||
    ts.isSatisfiesExpression(value) ||
    ts.isParenthesizedExpression(value);
  return isTyped ? withoutTypes(value.expression) : value;
}

function nameOf({ name }: ts.ObjectLiteralElementLike): string | undefined {
  if (!name || ts.isComputedPropertyName(name) || ts.isPrivateIdentifier(name)) return undefined;
  return name.text;
}

function variableOf(property: ts.ObjectLiteralElementLike): string | undefined {
  if (ts.isShorthandPropertyAssignment(property)) return property.name.text;
  if (!ts.isPropertyAssignment(property)) return undefined;
  return ts.isIdentifier(property.initializer) ? property.initializer.text : undefined;
}

function insertion(
  source: ts.SourceFile,
  object: ts.ObjectLiteralExpression,
  lines: readonly string[],
): Insertion | undefined {
  const { text } = source;
  const close = object.end - 1;
  const offset = text.lastIndexOf("\n", close) + 1;
  const isAlone = /^[ \t]*$/.test(text.slice(offset, close));
  if (!isAlone || text.charAt(close) !== "}") return undefined;
  const { properties } = object;
  const last = properties.at(-1);
  const indent = last ? indentOf(text, last.getStart(source)) : `${indentOf(text, close)}  `;
  const [first = "", ...rest] = lines;
  // The last member's line stays unchanged: its missing comma goes to the start of the next line.
  const isApart = last === undefined || properties.hasTrailingComma;
  const joined = [isApart ? first : `, ${first}`, ...rest];
  return { offset, lines: joined.map((line) => indent + line) };
}

/** The indentation of the line at an offset. */
function indentOf(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const [indent = ""] = /^[ \t]*/.exec(text.slice(start, offset)) ?? [];
  return indent;
}
