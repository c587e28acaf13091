import type { Logger } from "../../http/log.ts";
import { addUsage, noUsage, type UsageCounts } from "./usage-counts.ts";
import type { UsageRow } from "./usage-row.ts";
import { otherSeries, type UsageSeries } from "./usage-series.ts";

/** What the meter stands on. */
export interface UsageMeterParts {
  /** Adds rows to those that are stored, all of them or none. */
  readonly store: { add(rows: readonly UsageRow[]): Promise<void> };
  readonly log: Pick<Logger, "error" | "info">;
  readonly nowMs?: () => number;
  /** How long counts stay in memory alone. */
  readonly intervalMs?: number;
  /** Series that are counted apart for one entity in one hour. */
  readonly maxSeries?: number;
}

const hourMs = 3_600_000;
/** A crash loses what was counted in this time. */
const defaultIntervalMs = 1_000;
/** Project names come from clients, so somebody may send a new one with each request. */
const defaultMaxSeries = 1_000;
/** Rows that may wait while the store fails; later ones are counted together. */
const maxWaiting = 50_000;

/**
 * Counts usage by the hour. Counts are gathered in memory and written every second, so that an
 * answer costs no write of its own. What cannot be written is tried again with the next counts.
 */
export class UsageMeter {
  readonly #parts: UsageMeterParts;
  readonly #nowMs: () => number;
  readonly #maxSeries: number;
  /** Rows that are not stored yet. */
  #unwritten = new Map<string, UsageRow>();
  /** The series of each entity that are counted apart in this hour. */
  readonly #apart = new Map<string, Set<string>>();
  #hour = "";
  #hourEndMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #isFailing = false;
  #isClosed = false;

  constructor(parts: UsageMeterParts) {
    this.#parts = parts;
    this.#nowMs = parts.nowMs ?? Date.now;
    this.#maxSeries = parts.maxSeries ?? defaultMaxSeries;
  }

  /** Rows that wait to be written. */
  get waiting(): number {
    return this.#unwritten.size;
  }

  /** Counts more of a series in the present hour. */
  add(series: UsageSeries, more: Partial<UsageCounts>): void {
    this.#enterHour();
    const counted = this.#isApart(series) ? series : otherSeries(series.entity);
    put(this.#unwritten, { ...counted, hour: this.#hour, ...noUsage() }, more);
    if (!this.#isClosed) this.#schedule();
  }

  /**
   * Writes what was counted until now.
   *
   * @throws what the store throws; then nothing of it is lost
   */
  async write(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    if (this.#unwritten.size === 0) return;
    const rows = this.#unwritten;
    this.#unwritten = new Map();
    this.#writing = this.#parts.store.add([...rows.values()]);
    try {
      await this.#writing;
    } catch (error) {
      for (const row of rows.values()) put(this.#unwritten, { ...row, ...noUsage() }, row);
      throw error;
    } finally {
      this.#writing = undefined;
    }
  }

  /** Writes the rest. What is counted later is lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.write();
  }

  #enterHour(): void {
    const nowMs = this.#nowMs();
    if (nowMs < this.#hourEndMs && nowMs >= this.#hourEndMs - hourMs) return;
    const startMs = Math.floor(nowMs / hourMs) * hourMs;
    this.#hour = new Date(startMs).toISOString().replace(".000", "");
    this.#hourEndMs = startMs + hourMs;
    this.#apart.clear();
  }

  #isApart({ entity, project, model }: UsageSeries): boolean {
    const apart = this.#apart.get(entity) ?? new Set();
    const text = JSON.stringify([project, model]);
    if (this.#unwritten.size >= maxWaiting) return false;
    if (apart.has(text)) return true;
    if (apart.size >= this.#maxSeries) return false;
    this.#apart.set(entity, apart.add(text));
    return true;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      void this.#tick();
    }, this.#parts.intervalMs ?? defaultIntervalMs).unref();
  }

  async #tick(): Promise<void> {
    const { log } = this.#parts;
    try {
      await this.write();
      if (this.#isFailing) log.info({}, "usage is written again");
      this.#isFailing = false;
    } catch (err) {
      // A full disk fails every second; the log needs it once.
      if (!this.#isFailing) log.error({ err }, "usage is not written, and waits in memory");
      this.#isFailing = true;
    }
    this.#timer = undefined;
    if (this.#unwritten.size > 0 && !this.#isClosed) this.#schedule();
  }
}

/** Adds counts to the row of the same series and hour, or puts this row there. */
function put(rows: Map<string, UsageRow>, row: UsageRow, more: Partial<UsageCounts>): void {
  const key = JSON.stringify([row.hour, row.entity, row.project, row.model]);
  const standing = rows.get(key) ?? row;
  addUsage(standing, more);
  rows.set(key, standing);
}
