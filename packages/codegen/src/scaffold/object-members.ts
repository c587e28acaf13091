import ts from "typescript";
import { lineAt, type Insertion } from "./source-text.ts";

/** The members of an object literal, as far as its text says them. */
export interface ObjectMembers {
  /** By name: the line, and the variable where the value is nothing else. */
  readonly members: ReadonlyMap<string, ObjectMember>;
  /** Whether it may have more than the text says: a spread, a computed name. */
  readonly isOpen: boolean;
  /**
   * Puts lines, without indentation, behind the last member. `undefined` where that would change a
   * line that is there: the object closes on the line of a member.
   */
  add(lines: readonly string[]): Insertion | undefined;
}

/** One member of an object literal. */
export interface ObjectMember {
  readonly line: number;
  readonly variable: string | undefined;
}

/**
 * The object literal that a constant of the file is; `undefined` where there is no such constant or
 * it is something else.
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
  // The last member's line stays as it is: the comma that it lacks comes with the next line.
  const isApart = last === undefined || properties.hasTrailingComma;
  const joined = [isApart ? first : `, ${first}`, ...rest];
  return { offset, lines: joined.map((line) => indent + line) };
}

/** The blanks that the line of an offset begins with. */
function indentOf(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const [indent = ""] = /^[ \t]*/.exec(text.slice(start, offset)) ?? [];
  return indent;
}
