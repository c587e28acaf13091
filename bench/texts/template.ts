import type { CallMarks, MarkName } from "./marks.ts";

/** The place of a mark. */
export interface Place {
  readonly mark: MarkName;
  /** Characters from the beginning of the text. */
  readonly at: number;
}

/** A text with marks that are replaced for every call. */
export class Template {
  readonly text: string;
  /** In the order of the text. */
  readonly places: readonly Place[];
  readonly #between: readonly string[];

  /** Finds the marks by their placeholder values. The text must have those that are needed. */
  constructor(
    text: string,
    marks: CallMarks,
    needed: readonly MarkName[] = ["id", "startedAt", "endedAt"],
  ) {
    this.text = text;
    const places = (Object.keys(marks) as MarkName[]).flatMap((mark) => {
      return indexesOf(marks[mark], text).map((at): Place => ({ mark, at }));
    });
    for (const mark of needed) {
      if (places.some((place) => place.mark === mark)) continue;
      throw new Error(`The text of a call lacks its ${mark}: ${text.slice(0, 300)}`);
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

  /** The text of one call. */
  filled(values: CallMarks): string {
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
