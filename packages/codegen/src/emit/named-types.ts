import { astToString } from "openapi-typescript";
import ts from "typescript";
import type { Context } from "../document/context.ts";
import { docComment } from "../print/doc-comment.ts";

/**
 * Moves the types of some named schemas out of the interface `components`, so that they can be
 * aliases, and puts the names of the aliases in their place.
 */
export function liftSchemas(
  nodes: readonly ts.Node[],
  names: ReadonlySet<string>,
  context: Context,
): { readonly nodes: ts.Node[]; readonly lifted: ReadonlyMap<string, ts.TypeNode> } {
  const lifted = new Map<string, ts.TypeNode>();
  if (names.size === 0) return { nodes: [...nodes], lifted };
  const { factory } = ts;
  const lift = (member: ts.TypeElement): ts.TypeElement => {
    const name = nameOf(member);
    if (!ts.isPropertySignature(member) || name === undefined || !names.has(name)) return member;
    if (member.type !== undefined) lifted.set(name, member.type);
    const reference = factory.createTypeReferenceNode(context.identifier(name));
    return withType(member, reference);
  };
  const changed = nodes.map((node): ts.Node => {
    if (!ts.isInterfaceDeclaration(node) || node.name.text !== "components") return node;
    const members = node.members.map((section) => {
      if (nameOf(section) !== "schemas" || !ts.isPropertySignature(section)) return section;
      if (section.type === undefined || !ts.isTypeLiteralNode(section.type)) return section;
      return withType(section, factory.createTypeLiteralNode(section.type.members.map(lift)));
    });
    const { modifiers, name, typeParameters, heritageClauses } = node;
    return factory.createInterfaceDeclaration(
      modifiers,
      name,
      typeParameters,
      heritageClauses,
      members,
    );
  });
  return { nodes: changed, lifted };
}

/** Exports each named schema under its own name, with its description. */
export function namedTypes(context: Context, lifted: ReadonlyMap<string, ts.TypeNode>): string {
  const aliases = Object.entries(context.schemas).map(([name, schema]) => {
    const description = typeof schema === "object" ? schema["description"] : undefined;
    const comment = typeof description === "string" ? docComment(description) : "";
    const own = lifted.get(name);
    const type =
      own === undefined ? placeOf(name) : byAlias(astToString(own).trimEnd(), lifted, context);
    return `${comment}export type ${context.identifier(name)} = ${type};\n`;
  });
  return aliases.join("");
}

/** TypeScript delays the evaluation of an alias, but not of a member of an interface. */
function byAlias(type: string, lifted: ReadonlyMap<string, unknown>, context: Context): string {
  return [...lifted.keys()].reduce(
    (text, name) => text.replaceAll(placeOf(name), () => context.identifier(name)),
    type,
  );
}

function placeOf(name: string): string {
  return `components["schemas"][${JSON.stringify(name)}]`;
}

/** Updates the node instead of making a new one, so that its comment stays. */
function withType(member: ts.PropertySignature, type: ts.TypeNode): ts.PropertySignature {
  const { modifiers, name, questionToken } = member;
  return ts.factory.updatePropertySignature(member, modifiers, name, questionToken, type);
}

function nameOf({ name }: ts.TypeElement): string | undefined {
  if (name === undefined) return undefined;
  if (ts.isIdentifier(name)) {
    // openapi-typescript also makes identifiers from quoted names.
    return name.text.startsWith('"') ? (JSON.parse(name.text) as string) : name.text;
  }
  return ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : undefined;
}
