import { pointerSegments } from "../access/pointer.ts";

/** What to look for in a JSON text: the pointers of an operation's raw members, as a tree. */
export interface Mark {
  /** The value here keeps its text. */
  readonly raw: boolean;
  readonly members: readonly MarkedMember[];
  readonly items: Mark | undefined;
}

export interface MarkedMember {
  readonly key: string;
  readonly mark: Mark;
}

interface Draft {
  raw: boolean;
  readonly members: Map<string, Draft>;
  items: Draft | undefined;
}

/** The tree of the given JSON pointers, where `*` stands for every item of an array. */
export function compileMarks(pointers: readonly string[]): Mark | undefined {
  if (pointers.length === 0) return undefined;
  const root = newDraft();
  for (const pointer of pointers) {
    let draft = root;
    for (const segment of pointerSegments(pointer)) draft = child(draft, segment);
    draft.raw = true;
  }
  return finish(root);
}

function newDraft(): Draft {
  return { raw: false, members: new Map(), items: undefined };
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
    members: [...draft.members].map(([key, member]) => ({ key, mark: finish(member) })),
    items: draft.items && finish(draft.items),
  };
}
