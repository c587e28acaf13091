/** A stretch of time in which the clocks of a zone keep one offset. */
export interface OffsetSpan {
  /** Seconds since 1970: the first moment of the span, and the first after it. */
  readonly from: number;
  readonly until: number;
  /** Seconds that the clocks are ahead of UTC. */
  readonly offset: number;
}

/**
 * Seconds between the moments whose offsets are compared. Two changes of a zone that cancel each
 * other were never closer than 6.9 days (Recife, October 2000), so no change stays unseen.
 */
const step = 4 * 86_400;

const shown = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/;

/** The clocks of a time zone, as the runtime knows them. */
export class TimeZone {
  readonly #format: Intl.DateTimeFormat;

  private constructor(format: Intl.DateTimeFormat) {
    this.#format = format;
  }

  /**
   * The zone of an IANA name such as `Europe/Berlin`; `undefined` if there is none. A mere offset
   * (`+02:00`) is not a name.
   */
  static named(name: string): TimeZone | undefined {
    if (!/^[A-Za-z]/.test(name)) return undefined;
    try {
      return new TimeZone(
        new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
          timeZone: name,
          hourCycle: "h23",
          year: "numeric",
          month: "numeric",
          day: "numeric",
          hour: "numeric",
          minute: "numeric",
          second: "numeric",
        }),
      );
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** Seconds that the clocks are ahead of UTC at a moment, given in seconds since 1970. */
  offsetAt(second: number): number {
    const match = shown.exec(this.#format.format(second * 1000));
    if (!match) throw new Error("The runtime shows dates in a form that this server cannot read.");
    const [month, day, year, hour, minute, s] = match.slice(1).map(Number) as Six;
    return Date.UTC(year, month - 1, day, hour, minute, s) / 1000 - second;
  }

  /** The spans of one offset that fill the time between two moments, in seconds since 1970. */
  spans(from: number, until: number): OffsetSpan[] {
    const spans: OffsetSpan[] = [];
    let begin = from;
    let offset = this.offsetAt(from);
    const changeTo = (next: number, at: number): void => {
      spans.push({ from: begin, until: at, offset });
      begin = at;
      offset = next;
    };
    for (let low = from, before = offset; low < until;) {
      const high = Math.min(low + step, until);
      const after = this.offsetAt(high);
      this.#findChanges(low, before, high, after, changeTo);
      low = high;
      before = after;
    }
    if (begin < until) spans.push({ from: begin, until, offset });
    return spans;
  }

  /** Reports the changes after `low`, up to `high`, in their order. */
  #findChanges(
    low: number,
    before: number,
    high: number,
    after: number,
    report: (offset: number, at: number) => void,
  ): void {
    if (before === after) return;
    if (high - low === 1) {
      report(after, high);
      return;
    }
    const middle = Math.floor((low + high) / 2);
    const between = this.offsetAt(middle);
    this.#findChanges(low, before, middle, between, report);
    this.#findChanges(middle, between, high, after, report);
  }
}

type Six = [number, number, number, number, number, number];
