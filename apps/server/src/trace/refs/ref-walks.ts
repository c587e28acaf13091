import type { ProjectId } from "../../access/project-id.ts";
import { LoopTurn } from "../../budgets/loop-turns.ts";
import { InvalidInput } from "../../refusals/refusal.ts";
import { QueryLimit } from "../../store/errors.ts";
import { contentKey, type Objects } from "../objects/objects.ts";
import type { Tables } from "../tables/tables.ts";
import { type End, type Found, type Need, type RefWalk, Stored } from "./ref-walk.ts";

/** The stores of the values behind refs. */
export interface RefSources {
  readonly objects: Pick<Objects, "contents">;
  readonly tables: Pick<Tables, "rowTexts">;
}

/** How to follow refs. */
export interface WalkOptions {
  readonly signal: AbortSignal;
  /** Most bytes to read for all refs, and most bytes of their values. */
  readonly maxBytes: number;
  /** Whether a ref with a path that cannot be followed leads to null; else it is an error. */
  readonly endsAtFaults: boolean;
}

/** Follows many refs at once, so that they share their reads of the stores. */
export class RefWalks {
  readonly #sources: RefSources;

  constructor({ objects, tables }: RefSources) {
    this.#sources = { objects, tables };
  }

  /**
   * The ends of these walks, in their order.
   *
   * @throws QueryLimit beyond `maxBytes`, InvalidInput for a path that cannot be followed.
   */
  async ends(walks: readonly RefWalk[], options: WalkOptions): Promise<End[]> {
    const { signal, maxBytes, endsAtFaults } = options;
    const ends: End[] = Array.from({ length: walks.length }, () => ({ text: "null" }));
    const found = new Map<string, Found>();
    let bytes = 0;
    let read = 0;
    let open = [...walks.entries()];
    while (open.length > 0) {
      const stopped: typeof open = [];
      const needs = new Map<ProjectId, Map<string, Need>>();
      const turn = new LoopTurn();
      for (const [index, walk] of open) {
        if (turn.isOver) await turn.next();
        const find = (need: Need): Found | undefined =>
          found.get(`${walk.project}/${needKey(need)}`);
        const end = endsAtFaults ? advanced(walk, find) : walk.advance(find);
        if ("kind" in end) {
          stopped.push([index, walk]);
          const ofProject = needs.get(walk.project) ?? new Map<string, Need>();
          needs.set(walk.project, ofProject.set(needKey(end), end));
          continue;
        }
        ends[index] = end;
        if (!("text" in end)) continue;
        // An object that many refs name is loaded once, but the answer repeats it for each ref.
        bytes += end.text.length;
        if (bytes > maxBytes) throw new QueryLimit("bytes");
      }
      for (const [project, ofProject] of needs) {
        for (const [key, one] of await this.#load(
          project,
          [...ofProject.values()],
          maxBytes - read,
          signal,
        )) {
          if (one instanceof Stored) read += one.text.length;
          found.set(`${project}/${key}`, one);
        }
      }
      open = stopped;
    }
    return ends;
  }

  async #load(
    project: ProjectId,
    needs: readonly Need[],
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<Map<string, Found>> {
    const objects = needs.flatMap((need) =>
      need.kind === "object" ? [{ object_id: need.name, digest: need.digest }] : [],
    );
    const rows = needs.flatMap((need) => (need.kind === "row" ? [need.digest] : []));
    const [contents, rowTexts] = await Promise.all([
      this.#sources.objects.contents(project, objects, signal, maxBytes),
      this.#sources.tables.rowTexts(project, rows, signal, maxBytes),
    ]);
    return new Map(needs.map((need) => [needKey(need), outcome(need)]));

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

function needKey(need: Need): string {
  return need.kind === "row" ? `row:${need.digest}` : `object:${need.name}:${need.digest}`;
}

/** Goes on with a walk; a path that cannot be followed ends it. */
function advanced(walk: RefWalk, find: (need: Need) => Found | undefined): Need | End {
  try {
    return walk.advance(find);
  } catch (error) {
    if (error instanceof InvalidInput) return { text: "null" };
    throw error;
  }
}
