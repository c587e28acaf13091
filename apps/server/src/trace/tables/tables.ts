import { requestBounds } from "../../config/request-bounds.ts";
import { InvalidInput, Missing } from "../../refusals/refusal.ts";
import { tooManyEntries } from "../../config/request-bounds.ts";
import { json } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import type { Project, ProjectId } from "../../access/project-id.ts";
import type { Projects } from "../../access/projects-sql.ts";
import type { Requester } from "../../access/requester.ts";
import { inThisAccount } from "../../budgets/current-request.ts";
import { LoopTurn } from "../../budgets/loop-turns.ts";
import { contentAtOnce, contentOf } from "../digests/content.ts";
import { tableDigest } from "../digests/digest.ts";
import { RefStrings } from "../digests/ref-strings.ts";
import { externaliseText, internalRule } from "../digests/rewrite-refs.ts";
import { refScope } from "../refs/ref-scope.ts";
import { checkExpectedDigest } from "../digests/expected-digest.ts";
import type { WithoutProject } from "../without-project.ts";
import { applyEdits, checkMoves, type TableEdit } from "./table-changes.ts";
import { type PlacedRow, type TableQuery, TableReader } from "./table-reader.ts";
import { TablesStore, type TablesStoreOptions } from "./tables-sql.ts";

/** What tables are made of, and where their bounds are. */
export interface TablesOptions extends TablesStoreOptions {
  readonly projects: Projects;
  /** Most bytes of one row as stored; 32 MiB unless told otherwise. */
  readonly maxRowBytes?: number;
  /** Most bytes of rows that one answer may carry; 256 MiB unless told otherwise. */
  readonly maxAnswerBytes?: number;
  /** Most bytes of what rows are sorted by; 64 MiB unless told otherwise. */
  readonly maxSortBytes?: number;
}

/** Rows as they are stored. */
interface RowContents {
  /** One a row, in order. */
  readonly digests: readonly string[];
  /** Their texts by digest. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A change whose row, where it brings one, is still text. */
export type TableChange =
  | { readonly kind: "append"; readonly rowText: string }
  | { readonly kind: "pop"; readonly index: number }
  | { readonly kind: "insert"; readonly index: number; readonly rowText: string };

/** A longer row is read in turns. */
const shortRow = 16 * 1024;
/** What can be the name of a table; nothing else is looked for. */
const isTableDigest = /^[0-9a-f]{64}$/;

/** Tables: immutable lists of rows, both named by their content. */
export class Tables {
  readonly #store: TablesStore;
  readonly #reader: TableReader;
  readonly #projects: Projects;
  readonly #maxRowBytes: number;

  constructor(options: TablesOptions) {
    this.#store = new TablesStore(options);
    this.#reader = new TableReader(this.#store, {
      maxAnswerBytes: options.maxAnswerBytes ?? requestBounds.answerBytes.limit,
      maxSortBytes: options.maxSortBytes ?? requestBounds.sortedBytes.limit,
    });
    this.#projects = options.projects;
    this.#maxRowBytes = options.maxRowBytes ?? requestBounds.valueBytes.limit;
  }

  /** Stores rows, given as JSON texts in order, and the table that they make. */
  async create(
    requester: Requester,
    { name }: Project,
    table: Pick<Trace.TableCreate, "expected_digest">,
    rowTexts: readonly string[],
  ): Promise<Trace.TableCreateResult> {
    const rows = await this.#contents(requester, rowTexts);
    const row_digests = [...rows.digests];
    const digest = tableDigest(row_digests);
    checkExpectedDigest(table.expected_digest, digest);
    const project = await this.#projects.ensure(name);
    // In this order: a table that can be read is whole.
    await this.#store.putRows(project, rows.texts);
    await this.#store.putTable(project, digest, row_digests, true);
    return { digest, row_digests };
  }

  /** Stores a table of rows that earlier requests have stored, or that later ones may. */
  async createFromDigests(
    { name }: Project,
    request: WithoutProject<Trace.TableFromDigestsRequest>,
  ): Promise<Trace.TableFromDigestsResult> {
    const digest = tableDigest(request.row_digests);
    checkExpectedDigest(request.expected_digest, digest);
    const project = await this.#projects.ensure(name);
    await this.#store.putTable(project, digest, request.row_digests, false);
    return { digest };
  }

  /** Stores the table that changes make of another. Throws 404 where there is no such other. */
  async update(
    requester: Requester,
    { name }: Project,
    request: Pick<Trace.TableUpdateRequest, "base_digest">,
    changes: readonly TableChange[],
    signal: AbortSignal,
  ): Promise<Trace.TableUpdateResult> {
    checkMoves(changes);
    const texts = changes.flatMap((change) => ("rowText" in change ? [change.rowText] : []));
    const rows = await this.#contents(requester, texts);
    const project = await this.#projects.ensure(name);
    const { base_digest } = request;
    const base = await this.#store.rowDigests(project, base_digest, 0, Infinity, signal);
    if (base === undefined) throw new Missing(`Table ${base_digest.slice(0, 100)} not found`);
    const { rowDigests, updated } = applyEdits(base, edits(changes, rows.digests));
    const digest = tableDigest(rowDigests);
    const isComplete = await this.#store.isComplete(project, base_digest, signal);
    await this.#store.putRows(project, rows.texts);
    await this.#store.putTable(project, digest, rowDigests, isComplete);
    return { digest, updated_row_digests: [...updated] };
  }

  /** Rows of a table: filtered, sorted, cut to a page. None where there is no such table. */
  async query(
    requester: Requester,
    { id }: Project,
    request: TableQuery,
    signal: AbortSignal,
  ): Promise<Trace.TableRow[]> {
    const rows = await this.#reader.page(id, request, signal);
    const shown: Trace.TableRow[] = [];
    for await (const row of this.#shown(requester, rows)) shown.push(row);
    return shown;
  }

  /** The same rows, read as they are asked for: a table may be larger than memory. */
  async *stream(
    requester: Requester,
    { id }: Project,
    request: TableQuery,
    signal: AbortSignal,
  ): AsyncGenerator<Trace.TableRow, void> {
    for await (const rows of inThisAccount(this.#reader.stretches(id, request, signal))) {
      yield* this.#shown(requester, rows);
    }
  }

  /** How many rows a table has as stored; 0 where there is no such table. */
  async count({ id }: Project, digest: string, signal: AbortSignal): Promise<number> {
    return (await this.#store.length(id, digest, signal)) ?? 0;
  }

  /**
   * What is known of tables, in the order in which they are asked for; those that are not there are
   * left out.
   */
  async stats(
    { id }: Project,
    request: WithoutProject<Trace.TableStatsQuery>,
    signal: AbortSignal,
  ): Promise<Trace.TableStats[]> {
    const asked = request.digests ?? [];
    const problem = tooManyEntries("digests", asked.length);
    if (problem !== undefined) throw new InvalidInput(problem);
    const digests = [...new Set(asked)].filter((digest) => isTableDigest.test(digest));
    const lengths = await this.#store.lengths(id, digests, signal);
    const bytes = request.include_storage_size
      ? await this.#store.storedBytes(id, [...lengths.keys()], signal)
      : undefined;
    return digests.flatMap((digest) => {
      const count = lengths.get(digest);
      if (count === undefined) return [];
      return [{ digest, count, storage_size_bytes: bytes ? (bytes.get(digest) ?? 0) : null }];
    });
  }

  /**
   * The texts of rows of one project by digest, with refs in internal form; rows that do not exist
   * are left out. For those who follow refs.
   */
  async rowTexts(
    project: ProjectId,
    digests: readonly string[],
    signal: AbortSignal,
  ): Promise<Map<string, string>> {
    return this.#reader.texts(project, digests, signal);
  }

  async *#shown(
    requester: Requester,
    rows: readonly PlacedRow[],
  ): AsyncGenerator<Trace.TableRow, void> {
    const { visible } = refScope(requester);
    const turn = new LoopTurn();
    for (const { digest, index, text } of rows) {
      if (turn.isOver) await turn.next();
      const val = json<Trace.TableRow["val"]>(await externaliseText(text, visible, turn));
      yield { digest, val, original_index: index };
    }
  }

  async #contents(requester: Requester, rowTexts: readonly string[]): Promise<RowContents> {
    const { lookup } = refScope(requester);
    const options = {
      strings: () => new RefStrings(internalRule(lookup)),
      maxBytes: this.#maxRowBytes,
      value: "A row",
    };
    const digests: string[] = [];
    const texts = new Map<string, string>();
    const turn = new LoopTurn();
    for (const row of rowTexts) {
      const isShort = row.length <= shortRow;
      const { digest, text } = isShort
        ? contentAtOnce(row, options)
        : await contentOf(row, options, turn);
      digests.push(digest);
      texts.set(digest, text);
      if (turn.isOver) await turn.next();
    }
    return { digests, texts };
  }
}

function edits(changes: readonly TableChange[], rowDigests: readonly string[]): TableEdit[] {
  const digests = rowDigests.values();
  return changes.map((change): TableEdit => {
    if (change.kind === "pop") return change;
    const digest = digests.next().value ?? "";
    return change.kind === "append"
      ? { kind: "append", digest }
      : { kind: "insert", index: change.index, digest };
  });
}
