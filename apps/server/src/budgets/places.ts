import { type Owner, retryAfterS } from "./account.ts";
import { BudgetFull } from "./budget-full.ts";
import type { Shares } from "./shares.ts";

/** The numbers of requests that the server works on at once. */
export interface Places {
  /** Requests with a valid key; keys share them. */
  readonly keyed: Shares;
  /** Requests without a valid key; addresses share them. */
  readonly keyless: Shares;
}

/**
 * Takes a place for a request of this owner, and returns a function that gives it back.
 *
 * @throws BudgetFull
 */
export function takePlace(places: Places, { name, words }: Owner, hasKey: boolean): () => void {
  const shares = hasKey ? places.keyed : places.keyless;
  const full = shares.take(name, 1);
  if (full === undefined) return () => shares.giveBack(name, 1);
  const kind = hasKey ? "" : " without a valid key";
  const all = `${shares.total} requests${kind} that the server works on at once`;
  throw new BudgetFull(
    full,
    full === "owner"
      ? `Requests of ${words} have their share of the ${all}. Send the request again in ${retryAfterS} s.`
      : `The ${all} are there. Send the request again in ${retryAfterS} s${hasKey ? "" : ", or with a key"}.`,
  );
}
