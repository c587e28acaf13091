import { pointerSegments } from "../access/pointer.ts";

/** What to look for in a JSON text: the pointers of an operation's marked members, as a tree. */
export interface Mark {
  /** The value here keeps its text. */
  readonly raw: boolean;
  /** If it is an integer, it has 64 bits. Then `raw` is true as well. */
  readonly int64: boolean;
  readonly members: readonly MarkedMember[];
  readonly items: Mark | undefined;
}

export interface MarkedMember {
  readonly key: string;
  readonly mark: Mark;
}

interface Draft {
  raw: boolean;
  int64: boolean;
  readonly members: Map<string, Draft>;
  items: Draft | undefined;
}

/** The tree of the given JSON pointers, where `*` stands for every item of an array. */
export function compileMarks(
  raw: readonly string[],
  int64: readonly string[] = [],
): Mark | undefined {
  if (raw.length === 0 && int64.length === 0) return undefined;
  const root = newDraft();
  for (const pointer of raw) draftAt(root, pointer).raw = true;
  for (const pointer of int64) Object.assign(draftAt(root, pointer), { raw: true, int64: true });
  return finish(root);
}

function draftAt(root: Draft, pointer: string): Draft {
  let draft = root;
  for (const segment of pointerSegments(pointer)) draft = child(draft, segment);
  return draft;
}

function newDraft(): Draft {
  return { raw: false, int64: false, members: new Map(), items: undefined };
}

function child(draft: Draft, segment: string): Draft {
  if (segment === "*") return (draft.items ??= newDraft());
  const known = draft.members.get(segment);
  if (known) return known;
  const created = newDraft();
  draft.members.set(segment, created);
  return created;
}

function finish(draft: Draft): Mark {
  return {
    raw: draft.raw,
    int64: draft.int64,
    members: [...draft.members].map(([key, member]) => ({ key, mark: finish(member) })),
    items: draft.items && finish(draft.items),
  };
}
