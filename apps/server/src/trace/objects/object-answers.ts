import { json } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import type { Project, ProjectId } from "../../access/project-id.ts";
import type { Requester } from "../../access/requester.ts";
import { LoopTurn } from "../../budgets/loop-turns.ts";
import { QueryLimit } from "../../store/errors.ts";
import { externaliseText, type VisibleProject } from "../digests/rewrite-refs.ts";
import { refScope } from "../refs/ref-scope.ts";
import type { WithoutProject } from "../without-project.ts";
import type { Labels, LabelsStore } from "./labels-sql.ts";
import type { ObjectValues } from "./object-values.ts";
import type { ObjectsStore } from "./objects-sql.ts";
import { contentKey, latest, type VersionFacts } from "./version-rows-sql.ts";

/** The sources and the limit of answers. */
export interface ObjectAnswersOptions {
  readonly store: ObjectsStore;
  readonly labels: LabelsStore;
  readonly values: ObjectValues;
  /** Most bytes of values in one answer. */
  readonly maxBytes: number;
  /** Most tags in one answer, and most aliases. */
  readonly maxLabels: number;
}

/** Makes the answers for versions of objects. */
export class ObjectAnswers {
  readonly #store: ObjectsStore;
  readonly #labels: LabelsStore;
  readonly #values: ObjectValues;
  readonly #maxBytes: number;
  readonly #maxLabels: number;

  constructor({ store, labels, values, maxBytes, maxLabels }: ObjectAnswersOptions) {
    this.#store = store;
    this.#labels = labels;
    this.#values = values;
    this.#maxBytes = maxBytes;
    this.#maxLabels = maxLabels;
  }

  /** The answers for these versions, in their order. */
  async of(
    requester: Requester,
    { name, id }: Project,
    request: WithoutProject<Trace.ObjectsQuery | Trace.ObjectReadRequest>,
    found: readonly VersionFacts[],
    signal: AbortSignal,
  ): Promise<Trace.ObjectVersion[]> {
    const { visible } = refScope(requester);
    const texts = request.metadata_only === true ? undefined : await this.texts(id, found, signal);
    const labels =
      request.include_tags_and_aliases === true
        ? await this.#labels.of(id, found, this.#maxLabels, signal)
        : undefined;
    const withSize = "include_storage_size" in request && request.include_storage_size === true;
    const turn = new LoopTurn();
    const answers: Trace.ObjectVersion[] = [];
    for (const version of found) {
      const key = contentKey(version);
      if (turn.isOver) await turn.next();
      answers.push({
        project_id: name,
        object_id: version.object_id,
        created_at: version.created_at,
        deleted_at: version.deleted_at,
        digest: version.digest,
        version_index: version.version_index,
        is_latest: version.is_latest,
        kind: version.kind,
        base_object_class: version.base_object_class,
        leaf_object_class: version.leaf_object_class,
        val: texts === undefined ? {} : await answered(texts.get(key), visible, turn),
        wb_user_id: version.wb_user_id,
        size_bytes: withSize ? version.size_bytes : null,
        tags: labels === undefined ? null : [...(labels.tags.get(key) ?? [])],
        aliases: labels === undefined ? null : aliasesOf(version, labels),
      });
    }
    return answers;
  }

  /** The texts of versions by {@link contentKey}. */
  async texts(
    project: ProjectId,
    found: readonly VersionFacts[],
    signal: AbortSignal,
  ): Promise<Map<string, string>> {
    const bytes = found.reduce((sum, version) => sum + version.size_bytes, 0);
    if (bytes > this.#maxBytes) throw new QueryLimit("bytes");
    const texts = new Map<string, string>();
    for (const value of await this.#store.values(project, found, signal)) {
      texts.set(contentKey(value), await this.#values.text(value, signal));
    }
    return texts;
  }
}

function aliasesOf(version: VersionFacts, { aliases }: Labels): string[] {
  const own = aliases.get(contentKey(version)) ?? [];
  return version.is_latest === 1 ? [latest, ...own] : [...own];
}

async function answered(
  text: string | undefined,
  visible: VisibleProject,
  turn: LoopTurn,
): Promise<unknown> {
  if (text === undefined) throw new Error("A version has no value.");
  return json<unknown>(await externaliseText(text, visible, turn));
}
