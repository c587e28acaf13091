import type { DynamicField } from "../../query/dynamic-field.ts";
import type { Parameters } from "../../query/parameters.ts";
import { ExpandedField, LevelSql, refSql } from "./expanded-field-sql.ts";
import { type FoundRefs, placeText } from "./found-refs.ts";
import type { PayloadPlace, RefLevel } from "./ref-level.ts";

/** The fields of one request whose paths lead through refs. */
export class RefFields {
  readonly #levels: ReadonlyMap<string, readonly RefLevel[]>;
  readonly #found: FoundRefs;

  /** `levels` are by the place of the field; see {@link placeText}. */
  constructor(levels: ReadonlyMap<string, readonly RefLevel[]>, found: FoundRefs) {
    this.#levels = levels;
    this.#found = found;
  }

  /**
   * The field at a place, if its path leads through a ref. `plain` makes a field that does not look
   * behind refs.
   */
  field(
    place: PayloadPlace,
    plain: (place: PayloadPlace) => DynamicField,
    parameters: Parameters,
  ): DynamicField | undefined {
    const levels = this.#levels.get(placeText(place));
    if (!levels) return undefined;
    const sql = levels.map((level) => {
      const ref = refSql(level.place, plain(level.place));
      return new LevelSql(level, ref, this.#found, parameters);
    });
    return new ExpandedField(plain(place), sql);
  }
}
