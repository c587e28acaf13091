import type { ExpandNode } from "./expand-columns.ts";
import type { Expandable } from "./expandable.ts";
import type { RefSite } from "./ref-sites.ts";

/**
 * Decides which values one call shows, because they have room only up to a bound: shallow ones
 * first, in the order of the call. Ask for `next` and offer its value, until there is no next.
 */
export class ShownValues {
  /** A call has at most one site for a node, so the node names the site. */
  readonly #shown = new Set<ExpandNode>();
  readonly #open: RefSite[];
  #at = 0;
  #room: number;

  constructor(sites: readonly RefSite[], maxBytes: number) {
    this.#open = [...sites];
    this.#room = maxBytes;
  }

  /** The next ref whose value the call would show. */
  next(): RefSite | undefined {
    return this.#open[this.#at++];
  }

  /** Shows a value, and then the refs inside it, if there is room. */
  offer({ node }: RefSite, value: Expandable): boolean {
    if (value.text.length > this.#room) return false;
    this.#room -= value.text.length;
    this.#shown.add(node);
    for (const site of value.sites(node)) this.#open.push(site);
    return true;
  }

  /** Whether the call shows the value at this site. */
  has({ node }: RefSite): boolean {
    return this.#shown.has(node);
  }

  /** Bytes of room that are left. */
  get room(): number {
    return this.#room;
  }
}
