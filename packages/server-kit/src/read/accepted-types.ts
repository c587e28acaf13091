import { UnsupportedMediaType } from "../errors.ts";
import type { ContentSpec } from "../operation.ts";
import { mayBeJson, mediaTypeOf } from "./media-type.ts";

/** One media type that an operation takes. */
export interface Accepting {
  readonly mediaType: string;
  readonly content: ContentSpec;
}

/** Chooses the media type that a body is read as, from those that an operation takes. */
export class AcceptedTypes<Accepted extends Accepting> {
  readonly #accepted: readonly Accepted[];
  readonly #exact: ReadonlyMap<string, Accepted>;
  readonly #json: Accepted | undefined;
  readonly #bytes: Accepted | undefined;
  readonly #isExact: boolean;

  /** With `isExact`, a body with another label than those listed is not read as JSON. */
  constructor(accepted: readonly Accepted[], isExact: boolean = false) {
    this.#accepted = accepted;
    this.#isExact = isExact;
    this.#exact = new Map(accepted.map((one) => [mediaTypeOf(one.mediaType) ?? "", one]));
    this.#json = accepted.find(({ content }) => content.framing === "json");
    this.#bytes = accepted.find(({ content }) => content.framing === "bytes");
  }

  /** Throws 415 for a type that is not taken. */
  find(contentType: string | null): Accepted {
    const mediaType = mediaTypeOf(contentType);
    const accepted = mediaType === undefined ? this.#unnamed() : this.#named(mediaType);
    if (accepted) return accepted;
    const expected = this.#accepted.map((one) => one.mediaType).join(" or ");
    const given = mediaType === undefined ? "none" : mediaType.slice(0, 80);
    throw new UnsupportedMediaType(`Content-Type must be ${expected}, got ${given}`);
  }

  /**
   * The type itself, else a range that contains it, else JSON if the type may be JSON, else untyped
   * bytes: every body is bytes, whatever type the sender gives.
   */
  #named(mediaType: string): Accepted | undefined {
    const [kind = ""] = mediaType.split("/", 1);
    return (
      this.#exact.get(mediaType) ??
      this.#suffixed(mediaType) ??
      this.#exact.get(`${kind}/*`) ??
      this.#exact.get("*/*") ??
      (!this.#isExact && mayBeJson(mediaType) ? this.#json : undefined) ??
      this.#exact.get("application/octet-stream")
    );
  }

  /** `application/*+json`. */
  #suffixed(mediaType: string): Accepted | undefined {
    const plus = mediaType.lastIndexOf("+");
    const slash = mediaType.indexOf("/");
    if (plus < slash) return undefined;
    return this.#exact.get(`${mediaType.slice(0, slash)}/*${mediaType.slice(plus)}`);
  }

  /** Without a Content-Type, a body is JSON if the operation takes JSON, else bytes. */
  #unnamed(): Accepted | undefined {
    return this.#json ?? this.#exact.get("*/*") ?? this.#bytes;
  }
}
