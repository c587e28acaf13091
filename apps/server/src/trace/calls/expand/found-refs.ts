import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import type { Parameters } from "../../query/parameters.ts";
import type { PayloadPlace } from "./ref-level.ts";
import { howToNarrow } from "./ref-search.ts";

/** The keys of refs, by ref. */
type Keys = ReadonlyMap<string, string>;

/** Two quotes and a comma. */
const quoteBytes = 3;
const maxBytes = requestBounds.searchedQueryBytes.limit;

/** The refs that the calls of a selection have at some places, for the statements of one request. */
export class FoundRefs {
  readonly #keys: ReadonlyMap<string, Keys>;
  /** For each statement, the placeholders of the lists that it has. */
  readonly #lists = new WeakMap<Parameters, Lists>();

  /** `keys` are by the text of the place; see {@link placeText}. */
  constructor(keys: ReadonlyMap<string, Keys>) {
    this.#keys = keys;
  }

  /** The keys of the refs at a place. */
  at(place: PayloadPlace): Keys {
    return this.#keys.get(placeText(place)) ?? new Map();
  }

  /**
   * Adds a list to a statement, once.
   *
   * @throws InvalidInput if the lists of the statement are longer than the engine accepts.
   */
  list(texts: readonly string[], parameters: Parameters): string {
    const lists = this.#lists.get(parameters) ?? new Lists();
    this.#lists.set(parameters, lists);
    return lists.placeholder(texts, parameters);
  }
}

/** Names a place. */
export function placeText({ root, steps }: PayloadPlace): string {
  return JSON.stringify([root, ...steps]);
}

class Lists {
  readonly #placeholders = new Map<string, string>();
  #bytes = 0;

  placeholder(texts: readonly string[], parameters: Parameters): string {
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + quoteBytes, 0);
    if (bytes > maxBytes) throw tooLong();
    const name = JSON.stringify(texts);
    const known = this.#placeholders.get(name);
    if (known !== undefined) return known;
    this.#bytes += bytes;
    if (this.#bytes > maxBytes) throw tooLong();
    const added = parameters.addList(texts, "Array(String)");
    this.#placeholders.set(name, added);
    return added;
  }
}

function tooLong(): InvalidInput {
  return new InvalidInput(
    "The values behind the refs of expand_columns, as far as the query needs them, have more than " +
      `${maxBytes} bytes, the limit of one query. ${howToNarrow}`,
  );
}
