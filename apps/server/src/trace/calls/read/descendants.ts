/** A call and its parent. */
export interface Child {
  readonly id: string;
  readonly parent_id: string;
}

/** The given ids and those of every call below them, each once. */
export function withDescendants(ids: readonly string[], calls: readonly Child[]): string[] {
  const children = new Map<string, string[]>();
  for (const { id, parent_id } of calls) {
    const siblings = children.get(parent_id);
    if (siblings) siblings.push(id);
    else children.set(parent_id, [id]);
  }
  // The loop over a set also visits the entries that are added meanwhile.
  const visited = new Set(ids);
  for (const id of visited) for (const child of children.get(id) ?? []) visited.add(child);
  return [...visited];
}
