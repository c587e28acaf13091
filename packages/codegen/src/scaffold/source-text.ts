import ts from "typescript";

/** Lines to add to a text before an offset, which is the start of a line. */
export interface Insertion {
  readonly offset: number;
  readonly lines: readonly string[];
}

/** Adds lines to a text; every existing line stays, byte for byte. */
export function withInsertions(text: string, insertions: readonly Insertion[]): string {
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const ordered = [...insertions].sort((one, other) => other.offset - one.offset);
  return ordered.reduce((result, { offset, lines }) => {
    const added = lines.map((line) => `${line}${lineEnd}`).join("");
    return result.slice(0, offset) + added + result.slice(offset);
  }, text);
}

/** Parses a file; text with syntax errors stays where it is. */
export function parseSource(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
}

/** The line of an offset, counted from 1. */
export function lineAt(source: ts.SourceFile, offset: number): number {
  return source.getLineAndCharacterOfPosition(offset).line + 1;
}

/** A name that an import brings in: its name here, its name in the module, and the module. */
export interface ImportedName {
  readonly local: string;
  readonly imported: string;
  readonly module: string;
}

/** The named imports of a file. */
export function importedNames(source: ts.SourceFile): readonly ImportedName[] {
  return source.statements.filter(ts.isImportDeclaration).flatMap((declaration) => {
    const { moduleSpecifier, importClause } = declaration;
    const bindings = importClause?.namedBindings;
    if (!ts.isStringLiteral(moduleSpecifier) || !bindings || !ts.isNamedImports(bindings))
      return [];
    return bindings.elements.map(({ name, propertyName }) => ({
      local: name.text,
      imported: (propertyName ?? name).text,
      module: moduleSpecifier.text,
    }));
  });
}

/** The place for another import: after the last import, or at the start of the file. */
export function importOffset(source: ts.SourceFile): number {
  const last = source.statements.findLast(ts.isImportDeclaration);
  if (last) return nextLine(source.text, last.end);
  return source.text.startsWith("#!") ? nextLine(source.text, 0) : 0;
}

/** Whether the file declares a name at its top level. */
export function declares(source: ts.SourceFile, name: string): boolean {
  return source.statements.some((statement) => {
    if (ts.isVariableStatement(statement)) {
      const { declarations } = statement.declarationList;
      return declarations.some((one) => ts.isIdentifier(one.name) && one.name.text === name);
    }
    return ts.isFunctionDeclaration(statement) && statement.name?.text === name;
  });
}

function nextLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
}
