import { LoopTurn } from "../../../budgets/loop-turns.ts";
import { currentRequest, type RequestAccount } from "../../../budgets/current-request.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import { QueryLimit } from "../../../store/errors.ts";
import {
  type ExpandNode,
  type ExpandTree,
  type PayloadRoot,
  payloadRoots,
} from "./expand-columns.ts";
import { type Replacement, spliced } from "./expandable.ts";
import { IdleTimer } from "./idle-timer.ts";
import { type RefSite, refSites } from "./ref-sites.ts";
import { GroupFull, RefValues, type RefValuesOptions } from "./ref-values.ts";
import { ShownValues } from "./shown-values.ts";

/** The payloads of a call as JSON texts; a payload that was not requested is absent. */
export type PayloadTexts = Readonly<Partial<Record<PayloadRoot, string>>>;

/** Calls that are taken one by one. They may be released before they are taken. */
export interface TakenCalls<Call> {
  /** The calls that can still be taken. */
  rest(): readonly Call[];
  next(): Call | undefined;
}

/** How to expand the calls of one answer. */
export interface ExpansionOptions extends RefValuesOptions {
  readonly tree: ExpandTree;
  /** Whether each call is released before the next one is read. */
  readonly isStream: boolean;
  /** Values are released if no call is taken for so long. */
  readonly idleMs: number;
}

interface PayloadSites {
  readonly root: PayloadRoot;
  readonly text: string;
  readonly sites: readonly RefSite[];
}

const mostCalls = 2_000;
const firstCalls = 500;

/**
 * Puts the values of refs into calls. It loads the values for a group of calls at once, and halves
 * the group if the values are too large. What one call alone has no room for stays a ref.
 */
export class ExpandedCalls {
  readonly #options: ExpansionOptions;
  readonly #roots: readonly (readonly [PayloadRoot, ExpandNode])[];
  readonly #values: RefValues;
  readonly #maxBytes: number;
  readonly #account: RequestAccount | undefined;
  readonly #sites = new Map<PayloadTexts, readonly PayloadSites[]>();
  #groupSize = firstCalls;
  #answerBytes = 0;

  /** Values count for the request that the caller works for. */
  constructor(options: ExpansionOptions) {
    this.#options = options;
    this.#roots = payloadRoots.flatMap((root) => {
      const node = options.tree.get(root);
      return node ? [[root, node] as const] : [];
    });
    this.#values = new RefValues(options);
    this.#maxBytes = options.maxBytes ?? requestBounds.expandedBytes.limit;
    this.#account = currentRequest();
  }

  /** Whether values are in memory. */
  get isHolding(): boolean {
    return this.#values.bytes > 0;
  }

  /** The calls with values in place of refs, in their order. */
  async *of<Call extends PayloadTexts>(calls: TakenCalls<Call>): AsyncGenerator<Call, void> {
    const idle = new IdleTimer(this.#options.idleMs, () => this.#release());
    try {
      for (let rest = calls.rest(); rest.length > 0; rest = calls.rest()) {
        const ready = await this.#load(rest);
        idle.start();
        for (let taken = 0; taken < ready && !idle.hasFired; taken += 1) {
          const call = calls.next();
          if (call === undefined) return;
          idle.start();
          yield this.#expanded(call);
        }
        idle.stop();
      }
      // Taking until there is none tells the owner that they are used up.
      calls.next();
    } finally {
      idle.stop();
    }
  }

  /** Loads the values for the first of these calls, and returns for how many. */
  async #load(calls: readonly PayloadTexts[]): Promise<number> {
    this.#sites.clear();
    for (;;) {
      const group = calls.slice(0, this.#groupSize);
      const sites = await this.#sitesOf(group);
      this.#values.beginGroup();
      try {
        await this.#loadLevels(sites);
        this.#groupSize = Math.min(this.#groupSize * 2, mostCalls);
        return group.length;
      } catch (error) {
        if (!(error instanceof GroupFull)) throw error;
      }
      if (group.length === 1) {
        this.#values.beginGroup();
        await this.#loadAlone(sites);
        return 1;
      }
      this.#groupSize = Math.ceil(group.length / 2);
    }
  }

  /** Loads the values that one call shows, one by one. */
  async #loadAlone(sites: readonly RefSite[]): Promise<void> {
    const shown = new ShownValues(sites, this.#maxBytes);
    for (let site = shown.next(); site; site = shown.next()) {
      const known = this.#values.get(site.ref);
      const value = known ?? (await this.#values.loadAlone(site.ref));
      if (value && !shown.offer(site, value) && !known) this.#values.drop(site.ref);
    }
  }

  /** Loads the values at these sites, then those at the sites inside them, and so on. */
  async #loadLevels(sites: readonly RefSite[]): Promise<void> {
    const turn = new LoopTurn();
    for (let open = sites; open.length > 0;) {
      const level = new Map<ExpandNode, Set<string>>();
      for (const { ref, node } of open) level.set(node, (level.get(node) ?? new Set()).add(ref));
      await this.#values.load(new Set(open.map(({ ref }) => ref)));
      const inside: RefSite[] = [];
      for (const [node, refs] of level) {
        if (node.steps.size === 0) continue;
        for (const ref of refs) {
          if (turn.isOver) await turn.next();
          inside.push(...(this.#values.get(ref)?.sites(node) ?? []));
        }
      }
      open = inside;
    }
  }

  async #sitesOf(calls: readonly PayloadTexts[]): Promise<RefSite[]> {
    const turn = new LoopTurn();
    const sites: RefSite[] = [];
    for (const call of calls) {
      if (turn.isOver) await turn.next();
      for (const payload of this.#sitesIn(call)) sites.push(...payload.sites);
    }
    return sites;
  }

  #sitesIn(call: PayloadTexts): readonly PayloadSites[] {
    const known = this.#sites.get(call);
    if (known) return known;
    const found = this.#roots.flatMap(([root, node]) => {
      const text = call[root];
      return text ? [{ root, text, sites: refSites(text, node) }] : [];
    });
    this.#sites.set(call, found);
    return found;
  }

  #expanded<Call extends PayloadTexts>(call: Call): Call {
    const payloads = this.#sitesIn(call);
    this.#sites.delete(call);
    const shown = new ShownValues(
      payloads.flatMap(({ sites }) => sites),
      this.#maxBytes,
    );
    for (let site = shown.next(); site; site = shown.next()) {
      const value = this.#values.get(site.ref);
      if (value) shown.offer(site, value);
    }
    const replacement: Replacement = (site) =>
      shown.has(site) ? this.#values.get(site.ref)?.inPlaceOf(site, replacement) : undefined;
    const expanded: Partial<Record<PayloadRoot, string>> = {};
    for (const { root, text, sites } of payloads) {
      expanded[root] = spliced(text, sites, replacement);
    }
    this.#count(this.#maxBytes - shown.room);
    return { ...call, ...expanded };
  }

  /** Counts values in an answer that is held whole. */
  #count(bytes: number): void {
    if (this.#options.isStream) return;
    this.#answerBytes += bytes;
    if (this.#answerBytes > requestBounds.answerBytes.limit) throw new QueryLimit("bytes");
    this.#account?.hold(bytes);
  }

  #release(): void {
    this.#values.release();
    this.#sites.clear();
  }
}
