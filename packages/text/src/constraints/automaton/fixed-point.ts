import type { Expression, Grammar } from "./grammar.ts";

/**
 * The rules for which something holds, where it holds for a rule because it holds for others: the least fixed point.
 * A rule is looked at again only when one that it refers to has joined, so that a chain of rules in the wrong order costs
 * no more than one in the right order.
 */
export function rulesThat(
  { rules }: Grammar,
  holds: (body: Expression, found: ReadonlySet<string>) => boolean,
): Set<string> {
  const users = new Map<string, string[]>();
  for (const [name, body] of rules) {
    for (const used of rulesIn(body)) {
      const list = users.get(used);
      if (list === undefined) users.set(used, [name]);
      else list.push(name);
    }
  }
  const found = new Set<string>();
  const waiting = [...rules.keys()];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const body = rules.get(name);
    if (found.has(name) || body === undefined || !holds(body, found)) continue;
    found.add(name);
    waiting.push(...(users.get(name) ?? []));
  }
  return found;
}

/** The names that an expression refers to, each once. */
export function rulesIn(expression: Expression): Set<string> {
  const names = new Set<string>();
  const waiting = [expression];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (each.kind === "rule") names.add(each.name);
    else if (each.kind === "repeat") waiting.push(each.part);
    else if (each.kind === "sequence") waiting.push(...each.parts);
    else if (each.kind === "choice") waiting.push(...each.alternatives);
  }
  return names;
}
