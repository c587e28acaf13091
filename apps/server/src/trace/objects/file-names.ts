import type { Work } from "../../budgets/loop-turns.ts";
import {
  afterString,
  backslash,
  closeArray,
  closeObject,
  colon,
  openArray,
  openObject,
  quote,
} from "../json-text/characters.ts";
import { InvalidInput } from "../../refusals/refusal.ts";

/** The texts of the two relevant members in canonical text, where `_type` comes before `files`. */
const customType = '"_type": "CustomWeaveType"';
const files = '"files": {';
/** Characters that one step reads. */
const stepLength = 256 * 1024;

/** The state of an open container. */
interface Container {
  isCustom: boolean;
  readonly isFiles: boolean;
}

/**
 * Checks the file names in a canonical text. Throws `InvalidInput` if a custom value names a file
 * outside its folder, because clients write these files to their own disk under these names.
 */
export class FileNamesCheck implements Work {
  readonly #text: string;
  readonly #open: Container[] = [];
  #at: number;

  constructor(text: string) {
    this.#text = text;
    // Most values have no custom value.
    this.#at = text.includes(customType) ? 0 : text.length;
  }

  advance(): boolean {
    const text = this.#text;
    const stop = Math.min(this.#at + stepLength, text.length);
    while (this.#at < stop) {
      const code = text.charCodeAt(this.#at);
      if (code === quote) {
        this.#string();
      } else {
        if (code === openObject || code === openArray) this.#enter();
        else if (code === closeObject || code === closeArray) this.#open.pop();
        this.#at += 1;
      }
    }
    return stop === text.length;
  }

  #enter(): void {
    const isFiles = this.#open.at(-1)?.isCustom === true && this.#isNamedFiles();
    this.#open.push({ isCustom: false, isFiles });
  }

  #isNamedFiles(): boolean {
    const name = this.#at + 1 - files.length;
    // After a backslash, the quote belongs to another name.
    return this.#text.startsWith(files, name) && this.#text.charCodeAt(name - 1) !== backslash;
  }

  #string(): void {
    const text = this.#text;
    const container = this.#open.at(-1);
    const end = afterString(text, this.#at);
    if (container !== undefined && text.charCodeAt(end) === colon) {
      if (text.startsWith(customType, this.#at)) container.isCustom = true;
      if (container.isFiles) checkFileName(JSON.parse(text.slice(this.#at, end)) as string);
    }
    this.#at = end;
  }
}

function checkFileName(name: string): void {
  if (!/^([/\\]|[A-Za-z]:)/.test(name) && !/(^|[/\\])\.\.([/\\]|$)/.test(name)) return;
  throw new InvalidInput(
    `The file name ${JSON.stringify(name.slice(0, 200))} leads out of the object's folder: ` +
      "use a relative path without a .. segment.",
  );
}
