/** A place in a file. Lines and columns count from 1, columns in UTF-16 units. */
export interface Place {
  /** The path as errors print it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The text of one file of a document. */
export class SourceFile {
  /** The absolute path, which identifies the file. */
  readonly path: string;
  readonly text: string;
  readonly #name: string;
  /**
   * Offsets of the line starts; computed when the first place is needed, since few files need one.
   */
  #lineStarts: readonly number[] | undefined;

  /** `name` is the file's name in errors. */
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

/** Prints `openapi.yaml:12:3`, which terminals and editors turn into a link. */
export function printPlace({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}
