import type { ContentSpec } from "../operation.ts";
import { pointerSegments } from "../access/pointer.ts";

/** What to look for in a JSON text: the pointers of an operation's marked members, as a tree. */
export interface Mark {
  /** The value here keeps its text. */
  readonly raw: boolean;
  /** If it is an integer, it has 64 bits. Then `raw` is true as well. */
  readonly int64: boolean;
  /** Maximum of operands in one list of the operand tree here; 0 if there is no such tree. */
  readonly maxOperands: number;
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
  maxOperands: number;
  readonly members: Map<string, Draft>;
  items: Draft | undefined;
}

/** The pointers of a body that its walk looks for. */
type MarkedPointers = Pick<ContentSpec, "raw" | "int64" | "operands">;

/** The tree of the given JSON pointers, where `*` stands for every item of an array. */
export function compileMarks({
  raw = [],
  int64 = [],
  operands = {},
}: MarkedPointers): Mark | undefined {
  const limited = Object.entries(operands);
  if (raw.length + int64.length + limited.length === 0) return undefined;
  const root = newDraft();
  for (const pointer of raw) draftAt(root, pointer).raw = true;
  for (const pointer of int64) Object.assign(draftAt(root, pointer), { raw: true, int64: true });
  for (const [pointer, most] of limited) draftAt(root, pointer).maxOperands = most;
  return finish(root);
}

function draftAt(root: Draft, pointer: string): Draft {
  let draft = root;
  for (const segment of pointerSegments(pointer)) draft = child(draft, segment);
  return draft;
}

function newDraft(): Draft {
  return { raw: false, int64: false, maxOperands: 0, members: new Map(), items: undefined };
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
    maxOperands: draft.maxOperands,
    members: [...draft.members].map(([key, member]) => ({ key, mark: finish(member) })),
    items: draft.items && finish(draft.items),
  };
}
