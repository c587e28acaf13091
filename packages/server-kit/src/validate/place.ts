/**
 * A place in an input. It knows the place above, so that no path is copied on the way down. It
 * keeps the places below that were asked for, so that one place is one object on every way to it.
 */
export class Place {
  readonly #above: Place | undefined;
  readonly #key: string | number;
  #below: Map<string | number, Place> | undefined;
  /** `undefined` where there is nothing. */
  readonly value: unknown;

  /** The `key` of the root says where the input came from. */
  constructor(key: string | number, value: unknown, above?: Place) {
    this.#key = key;
    this.#above = above;
    this.value = value;
  }

  /** The place that a path leads to from here. */
  at(path: readonly PropertyKey[]): Place {
    return path.reduce<Place>(
      (place, step) => place.#member(typeof step === "number" ? step : String(step)),
      this,
    );
  }

  /** Where it is: `["body", "batch", 0, "req"]`. */
  get location(): readonly (string | number)[] {
    const keys = [this.#key];
    for (let place = this.#above; place; place = place.#above) keys.push(place.#key);
    return keys.toReversed();
  }

  #member(key: string | number): Place {
    this.#below ??= new Map();
    let place = this.#below.get(key);
    if (!place) this.#below.set(key, (place = new Place(key, memberOf(this.value, key), this)));
    return place;
  }
}

function memberOf(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string | number, unknown>)[key];
}
