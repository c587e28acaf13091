/** Where something stands. Lines and columns count from 1, columns in UTF-16 units. */
export interface Place {
  /** Path as errors print it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The text of one file that takes part in a document. */
export class SourceFile {
  /** Absolute path, by which a file is known. */
  readonly path: string;
  readonly text: string;
  readonly #name: string;
  /** Offsets at which lines start; counted when the first place is asked for, since few are. */
  #lineStarts: readonly number[] | undefined;

  /** `name` is what errors call the file. */
  constructor(path: string, text: string, name: string = path) {
    this.path = path;
    this.text = text;
    this.#name = name;
  }

  /** The line and column of an offset into the text. */
  placeAt(offset: number): Place {
    this.#lineStarts ??= lineStarts(this.text);
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const start = this.#lineStarts[low] ?? 0;
    return { file: this.#name, line: low + 1, column: offset - start + 1 };
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) {
    starts.push(end + 1);
  }
  return starts;
}

/** `openapi.yaml:12:3`, which terminals and editors make a link of. */
export function printPlace({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}
