import { InvalidInput, Missing } from "../../refusals/refusal.ts";
import { requestBounds, tooManyEntries } from "../../config/request-bounds.ts";
import { json } from "@heddle/server-kit";
import type { ProjectId } from "../../access/project-id.ts";
import type { RequestProjects } from "../../access/request-projects.ts";
import type { Requester } from "../../access/requester.ts";
import { currentRequest } from "../../budgets/current-request.ts";
import { LoopTurn } from "../../budgets/loop-turns.ts";
import { QueryLimit } from "../../store/errors.ts";
import { isVersion } from "../digests/digest.ts";
import { externaliseText } from "../digests/rewrite-refs.ts";
import { contentKey, type Objects } from "../objects/objects.ts";
import type { Tables } from "../tables/tables.ts";
import { MalformedRef, parseRef, type ObjectRef } from "./ref.ts";
import { refScope } from "./ref-scope.ts";
import { type Found, type Need, RefWalk, Stored } from "./ref-walk.ts";

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
export interface RefsOptions {
  readonly objects: Pick<Objects, "contents">;
  readonly tables: Pick<Tables, "rowTexts">;
  /** Most bytes of one answer; 256 MiB by default. */
  readonly maxAnswerBytes?: number;
}

/** Reads the values that refs name. */
export class Refs {
  readonly #objects: Pick<Objects, "contents">;
  readonly #tables: Pick<Tables, "rowTexts">;
  readonly #maxAnswerBytes: number;

  constructor(options: RefsOptions) {
    this.#objects = options.objects;
    this.#tables = options.tables;
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
    const texts = await this.#walk(walks, signal);
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

  async #walk(walks: readonly RefWalk[], signal: AbortSignal): Promise<string[]> {
    const texts: string[] = Array.from({ length: walks.length }, () => "null");
    const missing: string[] = [];
    const found = new Map<string, Found>();
    let bytes = 0;
    let open = [...walks.entries()];
    while (open.length > 0) {
      const stopped: typeof open = [];
      const needs = new Map<ProjectId, Map<string, Need>>();
      const turn = new LoopTurn();
      for (const [index, walk] of open) {
        if (turn.isOver) await turn.next();
        const inProject = (need: Need): string => `${walk.project}/${needKey(need)}`;
        const end = walk.advance((need) => found.get(inProject(need)));
        if ("missing" in end) {
          missing.push(end.missing);
        } else if ("text" in end) {
          texts[index] = end.text;
          // An object that many refs name is loaded once, but the answer repeats it for each ref.
          bytes += end.text.length;
          if (bytes > this.#maxAnswerBytes) throw new QueryLimit("bytes");
        } else {
          stopped.push([index, walk]);
          const ofProject = needs.get(walk.project) ?? new Map<string, Need>();
          needs.set(walk.project, ofProject.set(needKey(end), end));
        }
      }
      for (const [project, ofProject] of needs) {
        await this.#load(project, [...ofProject.values()], found, signal);
      }
      open = stopped;
    }
    if (missing.length > 0) throw new RefsMissing(missing, walks.length);
    return texts;
  }

  async #load(
    project: ProjectId,
    needs: readonly Need[],
    found: Map<string, Found>,
    signal: AbortSignal,
  ): Promise<void> {
    const objects = needs.flatMap((need) =>
      need.kind === "object" ? [{ object_id: need.name, digest: need.digest }] : [],
    );
    const rows = needs.flatMap((need) => (need.kind === "row" ? [need.digest] : []));
    const [contents, rowTexts] = await Promise.all([
      this.#objects.contents(project, objects, signal),
      this.#tables.rowTexts(project, rows, signal),
    ]);
    for (const need of needs) {
      found.set(`${project}/${needKey(need)}`, outcome(need));
    }

    function outcome(need: Need): Found {
      if (need.kind === "row") {
        const text = rowTexts.get(need.digest);
        return text === undefined ? "missing" : new Stored(text);
      }
      const content = contents.get(contentKey({ object_id: need.name, digest: need.digest }));
      if (content === undefined) return "missing";
      return content.text === undefined ? "deleted" : new Stored(content.text);
    }
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

function needKey(need: Need): string {
  return need.kind === "row" ? `row:${need.digest}` : `object:${need.name}:${need.digest}`;
}
