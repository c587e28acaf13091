import { InvalidInput } from "../../../refusals/refusal.ts";
import type { RequestProjects } from "../../../access/request-projects.ts";
import { MalformedRef, type ObjectRef, parseRef, type Ref } from "../../refs/ref.ts";
import type { FeedbackKind, KindAndName } from "./feedback-kind.ts";

/** The refs of feedback beside its target. */
export type RefName = "annotation_ref" | "runnable_ref" | "call_ref" | "trigger_ref";

/** Texts of these refs; '' for an absent one. */
export type RefTexts = Readonly<Record<RefName, string>>;

/** The refs of feedback, as they were read. */
export type FeedbackRefs = Readonly<Partial<Record<RefName, Ref>>>;

const kinds: Readonly<Record<RefName, readonly Ref["kind"][]>> = {
  annotation_ref: ["object"],
  runnable_ref: ["op", "object"],
  call_ref: ["call"],
  trigger_ref: ["object"],
};
const names = Object.keys(kinds) as RefName[];

const made: readonly RefName[] = ["runnable_ref", "call_ref", "trigger_ref"];
const allowed: Readonly<Record<FeedbackKind, readonly RefName[]>> = {
  reaction: [],
  note: [],
  annotation: ["annotation_ref"],
  runnable: made,
  agent_monitor: made,
  agent_user_feedback: made,
  other: [],
};
const needed: Readonly<Record<FeedbackKind, readonly RefName[]>> = {
  reaction: [],
  note: [],
  annotation: ["annotation_ref"],
  runnable: ["runnable_ref"],
  agent_monitor: made,
  agent_user_feedback: [],
  other: [],
};

/** Reads the refs of feedback. @throws InvalidInput if they do not fit the type. */
export function feedbackRefs(
  type: string,
  { kind, name }: KindAndName,
  texts: RefTexts,
  projects: RequestProjects,
): FeedbackRefs {
  const refs: Partial<Record<RefName, Ref>> = {};
  for (const member of names) {
    const text = texts[member];
    if (text === "") {
      if (!needed[kind].includes(member)) continue;
      throw new InvalidInput(`${type} needs ${member}, the ref of ${nouns(member)}.`);
    }
    if (!allowed[kind].includes(member)) {
      throw new InvalidInput(`${type} must not have ${member}. Leave it out.`);
    }
    refs[member] = refOf(member, text, projects);
  }
  const { runnable_ref: runnable } = refs;
  if (kind === "annotation") checkName(type, "annotation_ref", refs.annotation_ref, name);
  if (kind === "runnable") checkName(type, "runnable_ref", runnable, name);
  if (kind === "runnable" && runnable?.kind === "op" && refs.call_ref === undefined) {
    throw new InvalidInput(
      `${type} needs call_ref, because runnable_ref names an op: send the ref of the call.`,
    );
  }
  return refs;
}

function refOf(member: RefName, text: string, projects: RequestProjects): Ref {
  const ref = parseRef(text, projects);
  if (typeof ref === "string") throw new MalformedRef(text, ref);
  if (!kinds[member].includes(ref.kind)) {
    throw new InvalidInput(`${member} is the ref of a ${ref.kind}; send one of ${nouns(member)}.`);
  }
  return ref;
}

function checkName(type: string, member: RefName, ref: Ref | undefined, name: string): void {
  if ((ref as ObjectRef).name === name) return;
  throw new InvalidInput(
    `${type} needs a ${member} of ${nouns(member)} with the name ${name}, ` +
      `not ${(ref as ObjectRef).name.slice(0, 200)}.`,
  );
}

function nouns(member: RefName): string {
  return kinds[member].map((kind) => (kind === "call" ? "a call" : `an ${kind}`)).join(" or ");
}
