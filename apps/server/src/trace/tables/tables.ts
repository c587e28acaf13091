import { requestBounds } from "../../config/request-bounds.ts";
import { InvalidInput, Missing } from "../../refusals/refusal.ts";
import { tooManyEntries } from "../../config/request-bounds.ts";
import { json } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import type { Project, ProjectId, WritableProject } from "../../access/project-id.ts";
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

/** The stores and bounds of tables. */
export interface TablesOptions extends TablesStoreOptions {
  readonly projects: Projects;
  /** Most bytes of one row as stored; 32 MiB by default. */
  readonly maxRowBytes?: number;
  /** Most bytes of rows in one answer; 256 MiB by default. */
  readonly maxAnswerBytes?: number;
  /** Most bytes of sort keys; 64 MiB by default. */
  readonly maxSortBytes?: number;
}

/** The stored form of rows. */
interface RowContents {
  /** The digest of each row, in order. */
  readonly digests: readonly string[];
  /** The texts of the rows by digest. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A change. Its row, if it has one, is the text of the request. */
export type TableChange =
  | { readonly kind: "append"; readonly rowText: string }
  | { readonly kind: "pop"; readonly index: number }
  | { readonly kind: "insert"; readonly index: number; readonly rowText: string };

/** Longer rows are read in steps with pauses. */
const shortRow = 16 * 1024;
/** The form of a table's digest; any other text is not looked up. */
const isTableDigest = /^[0-9a-f]{64}$/;

/** Stores and reads tables: immutable lists of rows. Tables and rows are named by their digests. */
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
    project: WritableProject,
    table: Pick<Trace.TableCreate, "expected_digest">,
    rowTexts: readonly string[],
  ): Promise<Trace.TableCreateResult> {
    const rows = await this.#contents(requester, rowTexts);
    const row_digests = [...rows.digests];
    const digest = tableDigest(row_digests);
    checkExpectedDigest(table.expected_digest, digest);
    const id = await this.#projects.ensure(project);
    // Store the rows first, so that every readable table is complete.
    await this.#store.putRows(id, rows.texts);
    await this.#store.putTable(id, digest, row_digests, true);
    return { digest, row_digests };
  }

  /** Stores a table of rows that other requests have stored, or will store. */
  async createFromDigests(
    project: WritableProject,
    request: WithoutProject<Trace.TableFromDigestsRequest>,
  ): Promise<Trace.TableFromDigestsResult> {
    const digest = tableDigest(request.row_digests);
    checkExpectedDigest(request.expected_digest, digest);
    const id = await this.#projects.ensure(project);
    await this.#store.putTable(id, digest, request.row_digests, false);
    return { digest };
  }

  /**
   * Applies changes to a table, and stores the result as a new table. Throws `Missing` for an
   * unknown base.
   */
  async update(
    requester: Requester,
    project: WritableProject,
    request: Pick<Trace.TableUpdateRequest, "base_digest">,
    changes: readonly TableChange[],
    signal: AbortSignal,
  ): Promise<Trace.TableUpdateResult> {
    checkMoves(changes);
    const texts = changes.flatMap((change) => ("rowText" in change ? [change.rowText] : []));
    const rows = await this.#contents(requester, texts);
    const id = await this.#projects.ensure(project);
    const { base_digest } = request;
    const base = await this.#store.rowDigests(id, base_digest, 0, Infinity, signal);
    if (base === undefined) throw new Missing(`Table ${base_digest.slice(0, 100)} not found`);
    const { rowDigests, updated } = applyEdits(base, edits(changes, rows.digests));
    const digest = tableDigest(rowDigests);
    const isComplete = await this.#store.isComplete(id, base_digest, signal);
    await this.#store.putRows(id, rows.texts);
    await this.#store.putTable(id, digest, rowDigests, isComplete);
    return { digest, updated_row_digests: [...updated] };
  }

  /** Rows of a table: filtered, sorted, cut to a page. None for an unknown table. */
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

  /** Streams the same rows, because a table may be larger than memory. */
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

  /** The number of rows of a table; 0 for an unknown table. */
  async count({ id }: Project, digest: string, signal: AbortSignal): Promise<number> {
    return (await this.#store.length(id, digest, signal)) ?? 0;
  }

  /** Figures of tables, in the requested order; unknown tables are left out. */
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
   * The texts of rows of one project by digest, with refs in internal form, for reading refs. Rows
   * that do not exist are left out.
   *
   * @throws QueryLimit if the rows have more than `maxBytes`.
   */
  async rowTexts(
    project: ProjectId,
    digests: readonly string[],
    signal: AbortSignal,
    maxBytes?: number,
  ): Promise<Map<string, string>> {
    return this.#reader.texts(project, digests, signal, maxBytes);
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
