/** Receives the steps of a walk. */
interface Visitor {
  readonly enter?: (name: string) => void;
  /** Called after all targets of the node. */
  readonly leave: (name: string) => void;
}

/**
 * Visits each node of a graph once, depth first. It is a loop and not a recursion, because
 * documents have chains of thousands of schemas, and each call would take a stack frame.
 */
export function depthFirst(
  names: Iterable<string>,
  next: (name: string) => readonly string[],
  { enter, leave }: Visitor,
): void {
  const visited = new Set<string>();
  const open: { readonly name: string; readonly rest: Iterator<string> }[] = [];
  const visit = (name: string): void => {
    if (visited.has(name)) return;
    visited.add(name);
    enter?.(name);
    open.push({ name, rest: next(name).values() });
  };
  for (const name of names) {
    visit(name);
    for (let node = open.at(-1); node !== undefined; node = open.at(-1)) {
      const { done, value } = node.rest.next();
      if (done !== true) visit(value);
      else leave(open.pop()?.name ?? node.name);
    }
  }
}

type Edges = ReadonlyMap<string, readonly { readonly name: string }[]>;

/**
 * The number of each node's cycle; a node without a cycle has its own number.
 *
 * Tarjan's strongly connected components, https://doi.org/10.1137/0201010.
 */
export function cyclesOf(edges: Edges): ReadonlyMap<string, number> {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const cycles = new Map<string, number>();
  const stack: string[] = [];
  const next = (name: string): readonly string[] =>
    (edges.get(name) ?? []).map((edge) => edge.name);
  depthFirst(edges.keys(), next, {
    enter(name) {
      index.set(name, index.size);
      stack.push(name);
    },
    leave(name) {
      const own = index.get(name) ?? 0;
      const reached = next(name)
        .filter((other) => !cycles.has(other))
        .map((other) => lowest.get(other) ?? index.get(other) ?? own);
      const low = Math.min(own, ...reached);
      lowest.set(name, low);
      if (low !== own) return;
      for (const member of stack.splice(stack.lastIndexOf(name))) cycles.set(member, own);
    },
  });
  return cycles;
}
