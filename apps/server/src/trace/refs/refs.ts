import { InvalidInput, Missing } from "../../refusals/refusal.ts";
import { requestBounds, tooManyEntries } from "../../config/request-bounds.ts";
import { json } from "@heddle/server-kit";
import type { RequestProjects } from "../../access/request-projects.ts";
import type { Requester } from "../../access/requester.ts";
import { currentRequest } from "../../budgets/current-request.ts";
import { LoopTurn } from "../../budgets/loop-turns.ts";
import { isVersion } from "../digests/digest.ts";
import { externaliseText } from "../digests/rewrite-refs.ts";
import { MalformedRef, parseRef, type ObjectRef } from "./ref.ts";
import { refScope } from "./ref-scope.ts";
import { RefWalk } from "./ref-walk.ts";
import { type RefSources, RefWalks } from "./ref-walks.ts";

/** Some refs of a request lead to objects that never existed. */
export class RefsMissing extends Missing {
  /** The digests of these objects, each once. */
  readonly digests: readonly string[];

  constructor(missing: readonly string[], asked: number) {
    super(`${missing.length} of ${asked} refs lead to no object`);
    this.digests = [...new Set(missing)];
  }
}

/** The sources and the limit of answers. */
export interface RefsOptions extends RefSources {
  /** Most bytes of one answer; 256 MiB by default. */
  readonly maxAnswerBytes?: number;
}

/** Reads the values that refs name. */
export class Refs {
  readonly #walks: RefWalks;
  readonly #maxAnswerBytes: number;

  constructor(options: RefsOptions) {
    this.#walks = new RefWalks(options);
    this.#maxAnswerBytes = options.maxAnswerBytes ?? requestBounds.answerBytes.limit;
  }

  /**
   * Returns one value for each ref, in their order; null for a deleted object and for a path
   * without a value.
   *
   * @throws RefsMissing if an object never existed.
   */
  async readBatch(
    requester: Requester,
    refs: readonly string[],
    signal: AbortSignal,
  ): Promise<unknown[]> {
    const problem = tooManyEntries("refs", refs.length);
    if (problem !== undefined) throw new InvalidInput(problem);
    const { projects } = requester;
    const parsed = refs.map((text) => readableRef(text, projects));
    const walks = parsed.map((ref) => new RefWalk(ref, projects));
    const bounds = { maxBytes: this.#maxAnswerBytes, endsAtFaults: false };
    const ends = await this.#walks.ends(walks, { ...bounds, signal });
    const missing = ends.flatMap((end) => ("missing" in end ? [end.missing] : []));
    if (missing.length > 0) throw new RefsMissing(missing, walks.length);
    const texts = ends.map((end) => ("text" in end ? end.text : "null"));
    const { visible } = refScope(requester);
    // An object that many refs name is rewritten and held once.
    const shown = new Map<string, string>();
    const turn = new LoopTurn();
    for (const text of texts) {
      if (shown.has(text)) continue;
      if (turn.isOver) await turn.next();
      const external = await externaliseText(text, visible, turn);
      if (external !== text) currentRequest()?.hold(external.length);
      shown.set(text, external);
    }
    return texts.map((text) => json<unknown>(shown.get(text) ?? text));
  }

  /**
   * The values that refs name, as JSON texts with external refs. A ref without a value is left out:
   * its object is deleted or unknown, or the sender may not see its project.
   *
   * @throws QueryLimit if more than `maxBytes` must be read for them.
   */
  async values(
    requester: Requester,
    refs: Iterable<string>,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<Map<string, string>> {
    const { projects } = requester;
    const walks = new Map<string, RefWalk>();
    for (const text of refs) {
      const ref = parseRef(text, projects);
      if (typeof ref === "string" || (ref.kind !== "object" && ref.kind !== "op")) continue;
      if (projects.isVisible(ref.project)) walks.set(text, new RefWalk(ref, projects));
    }
    const options = { signal, maxBytes, endsAtFaults: true };
    const ends = await this.#walks.ends([...walks.values()], options);
    const { visible } = refScope(requester);
    const values = new Map<string, string>();
    const turn = new LoopTurn();
    for (const [index, ref] of [...walks.keys()].entries()) {
      const end = ends[index];
      if (end === undefined || !("text" in end) || end.text === "null") continue;
      if (turn.isOver) await turn.next();
      values.set(ref, await externaliseText(end.text, visible, turn));
    }
    return values;
  }
}

function readableRef(text: string, projects: RequestProjects): ObjectRef {
  const ref = parseRef(text, projects);
  if (typeof ref === "string") throw new MalformedRef(text, ref);
  if (ref.kind !== "object" && ref.kind !== "op") {
    throw new InvalidInput(
      `A ref of a ${ref.kind} cannot be read here: ${ref.kind}s have their own API`,
    );
  }
  if (ref.version === "latest" || isVersion(ref.version)) {
    throw new InvalidInput(
      `A ref is read by digest, not by ${ref.version}: resolve the version with /obj/read first`,
    );
  }
  return ref;
}
