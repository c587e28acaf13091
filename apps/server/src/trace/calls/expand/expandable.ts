import { JsonPlaces } from "../../json-text/json-places.ts";
import type { ExpandNode } from "./expand-columns.ts";
import { type RefSite, refSites } from "./ref-sites.ts";

/** The text for the place of a ref; undefined if the ref stays. */
export type Replacement = (site: RefSite) => string | undefined;

/** The member with the ref of an expanded value. */
const refMember = "_ref";

/** The value of a ref, with the places of the refs inside it. */
export class Expandable {
  /** Canonical text with external refs. */
  readonly text: string;
  readonly #sites = new Map<ExpandNode, readonly RefSite[]>();
  /** The end of the members of an object that gets another one; else the end of the text. */
  readonly #end: number;

  constructor(text: string) {
    this.text = text;
    this.#end = takesRef(text) ? text.lastIndexOf("}") : text.length;
  }

  /** The refs to expand inside. A value that is a ref itself stays one. */
  sites(node: ExpandNode): readonly RefSite[] {
    let sites = this.#sites.get(node);
    if (sites === undefined) {
      sites = refSites(this.text, { ...node, isExpanded: false });
      this.#sites.set(node, sites);
    }
    return sites;
  }

  /** The text for the place of its ref: refs inside replaced, and the ref itself in `_ref`. */
  inPlaceOf({ ref, node }: RefSite, replacement: Replacement): string {
    const body = spliced(this.text, this.sites(node), replacement, this.#end);
    if (this.#end === this.text.length) return body;
    const separator = this.#end === 1 ? "" : ", ";
    return `${body}${separator}"${refMember}": ${JSON.stringify(ref)}}`;
  }
}

/** A text up to a position, with texts in the places of refs. */
export function spliced(
  text: string,
  sites: readonly RefSite[],
  replacement: Replacement,
  end: number = text.length,
): string {
  let result = "";
  let from = 0;
  for (const site of sites) {
    const value = replacement(site);
    if (value === undefined) continue;
    result += text.slice(from, site.start) + value;
    from = site.end;
  }
  return from === 0 ? text.slice(0, end) : result + text.slice(from, end);
}

/** An object that was published with such a member keeps its own. */
function takesRef(text: string): boolean {
  if (!text.startsWith("{")) return false;
  if (!text.includes(`"${refMember}"`)) return true;
  const places = new JsonPlaces(text);
  return places.member(places.root, refMember) === undefined;
}
