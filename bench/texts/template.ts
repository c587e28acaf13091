/** The place of a mark. */
export interface Place<Name extends string> {
  readonly mark: Name;
  /** Characters from the beginning of the text. */
  readonly at: number;
}

/** The values of marks, one after the other. */
export interface Sequence<Name extends string> {
  next(): Readonly<Record<Name, string>>;
}

/** A text with marks that are replaced for every entry. */
export class Template<Name extends string> {
  readonly text: string;
  /** In the order of the text. */
  readonly places: readonly Place<Name>[];
  readonly #between: readonly string[];

  /** Finds the marks by their placeholder values. The text must have those that are needed. */
  constructor(text: string, marks: Readonly<Record<Name, string>>, needed: readonly Name[]) {
    this.text = text;
    const places = (Object.keys(marks) as Name[]).flatMap((mark) => {
      return indexesOf(marks[mark], text).map((at): Place<Name> => ({ mark, at }));
    });
    for (const mark of needed) {
      if (places.some((place) => place.mark === mark)) continue;
      throw new Error(`The text of an entry lacks its ${mark}: ${text.slice(0, 300)}`);
    }
    this.places = places.sort((one, other) => one.at - other.at);
    let end = 0;
    const between: string[] = [];
    for (const { mark, at } of this.places) {
      between.push(text.slice(end, at));
      end = at + marks[mark].length;
    }
    this.#between = [...between, text.slice(end)];
  }

  /** The text of one entry. */
  filled(values: Readonly<Record<Name, string>>): string {
    let text = this.#between[0] ?? "";
    for (const [index, { mark }] of this.places.entries()) {
      text += values[mark] + (this.#between[index + 1] ?? "");
    }
    return text;
  }
}

function indexesOf(part: string, text: string): number[] {
  const indexes: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) indexes.push(at);
  return indexes;
}
