import { GrammarWriter } from "./ebnf.ts";

/** A rule's body as xgrammar prints it, cut into literals, classes with or without a star, names, brackets and bars. */
const tokenForm = /"(?:\\.|[^"\\])*"?|\[(?:\\.|[^\]\\])*\]?\*?|\(=|[^\s()|"[\]]+|[()|]/g;

/**
 * A grammar whose alternatives stay apart (see `GrammarWriter.choice`), from one that somebody else wrote.
 *
 * @param printed the grammar as xgrammar prints it: one rule a line, every choice between sequences in brackets,
 *   optional and repeated parts as rules of their own
 */
export function separatedGrammar(printed: string): string {
  const lines = printed.split("\n").filter((line) => line.includes(" ::= "));
  const names = new Set(lines.map((line) => line.slice(0, line.indexOf(" ::= "))));
  // Its rules must not be taken for those of the grammar.
  let prefix = "apart";
  while ([...names].some((name) => name.startsWith(prefix))) prefix += "_";
  const writer = new GrammarWriter({ prefix });
  const rules = lines.map((line) => {
    const at = line.indexOf(" ::= ");
    const alternatives = alternativesIn(line.slice(at + 5).match(tokenForm) ?? []);
    const isChoice = alternatives.length > 1;
    const bodies = alternatives.map((tokens) => {
      const body = tokens
        .map((token) => (/^\[.*\]\*$/s.test(token) ? writer.apart(token) : token))
        .join(" ");
      return isChoice && body !== '""' ? writer.apart(body) : body;
    });
    return `${line.slice(0, at)} ::= ${bodies.join(" | ")}`;
  });
  return [...rules, ...writer.rules()].join("\n");
}

/** The sequences between the bars of a choice in brackets, without brackets around each; a look-ahead stays as it is. */
function alternativesIn(tokens: readonly string[]): string[][] {
  const alternatives: string[][] = [[]];
  let depth = 0;
  let aheadDepth = 0;
  for (const token of tokens) {
    const isOpening = token === "(" || token === "(=";
    if (token === "(=" && aheadDepth === 0) aheadDepth = depth + 1;
    if (isOpening) depth++;
    const isKept = aheadDepth > 0 || (depth > 2 && isOpening) || (depth > 2 && token === ")");
    if (token === "|" && depth === 1) alternatives.push([]);
    else if (isKept || !(isOpening || token === ")")) alternatives.at(-1)!.push(token);
    if (token === ")") {
      if (aheadDepth === depth) aheadDepth = 0;
      depth--;
    }
  }
  return alternatives;
}
