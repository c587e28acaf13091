import { isIP, isIPv4 } from "node:net";
import { ConfigError } from "./config-error.ts";

/** Reads and checks the text of a setting. */
export interface Kind<T> {
  /** Stands for the value in `--help`. */
  readonly placeholder: string;
  /** Ends the sentence "NAME is "text", which is not …". */
  readonly expects: string;
  /** The value may contain a password, so messages do not repeat it. */
  readonly isSecret?: boolean;
  /**
   * The value, or undefined if the text is wrong.
   *
   * @throws ConfigError if the text is wrong and `expects` does not explain enough.
   */
  parse(text: string): { readonly value: T } | undefined;
}

/** A whole number between two bounds, both included. */
export function integer(least: number, most: number): Kind<number> {
  return {
    placeholder: "NUMBER",
    expects: `a whole number from ${least} to ${most}`,
    parse: (text) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= least && value <= most ? { value } : undefined;
    },
  };
}

const unitBytes: Readonly<Record<string, number>> = {
  "": 1,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
};

/** A number of bytes, written with a unit (KiB, MiB, GiB) or without one. */
export function size(least: number, most: number = Number.MAX_SAFE_INTEGER): Kind<number> {
  return {
    placeholder: "SIZE",
    expects: `a size such as 32MiB, 512KiB, 1GiB or 1000000 (bytes), ${rangeOf(least, most)}`,
    parse: (text) => {
      const match = /^(\d{1,12})\s?(KiB|MiB|GiB|)$/.exec(text);
      const value = Number(match?.[1]) * (unitBytes[match?.[2] ?? ""] ?? Number.NaN);
      return Number.isSafeInteger(value) && value >= least && value <= most ? { value } : undefined;
    },
  };
}

function rangeOf(least: number, most: number): string {
  return most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `from ${least} to ${most}`;
}

/** One of the given words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  return {
    placeholder: words.join("|"),
    expects: `one of ${words.join(", ")}`,
    parse: (text) => {
      const value = words.find((word) => word === text);
      return value === undefined ? undefined : { value };
    },
  };
}

/** A host name or an address to listen on. */
export const host: Kind<string> = {
  placeholder: "HOST",
  expects: "an IP address or a host name, without a port",
  parse: (text) => (isIP(text) !== 0 || isHostName(text) ? { value: text } : undefined),
};

/** A path on this machine. */
export const path: Kind<string> = {
  placeholder: "PATH",
  expects: "a path",
  parse: (text) => (text.includes("\0") ? undefined : { value: text }),
};

/** An `http` or `https` address; a slash at its end is dropped. */
export const httpUrl: Kind<string> = {
  placeholder: "URL",
  expects: "an http:// or https:// address",
  isSecret: true,
  parse: (text) => {
    const url = URL.parse(text);
    if (url === null || !["http:", "https:"].includes(url.protocol)) return undefined;
    return url.search === "" && url.hash === ""
      ? { value: text.replace(/(?<!\/)\/+$/, "") }
      : undefined;
  },
};

/**
 * `scheme:path`. A text that matches `notYet` has a scheme that is planned but not built; its
 * ConfigError has the message `only`.
 */
export function localPath(scheme: string, notYet: RegExp, only: string): Kind<string> {
  return {
    placeholder: `${scheme}:PATH`,
    expects: `${scheme}: followed by a path`,
    isSecret: true,
    parse: (text) => {
      if (notYet.test(text)) throw new ConfigError(only);
      const match = new RegExp(`^${scheme}:(?://(?=/))?([^\\0]+)$`).exec(text);
      return match?.[1] === undefined ? undefined : { value: match[1] };
    },
  };
}

/** The origin of a web page, or `*`. */
export const origin: Kind<string> = {
  placeholder: "ORIGIN",
  expects: 'an origin such as https://app.example.com, without a path, or "*"',
  parse: (text) => (text === "*" || URL.parse(text)?.origin === text ? { value: text } : undefined),
};

/** An address, or a network in CIDR notation. */
export const network: Kind<string> = {
  placeholder: "ADDRESS",
  expects: "an IP address or a network such as 10.0.0.0/8",
  parse: (text) => {
    const [address = "", prefix, ...rest] = text.split("/");
    if (isIP(address) === 0 || rest.length > 0) return undefined;
    if (prefix === undefined) return { value: text };
    const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
    return bits <= (isIPv4(address) ? 32 : 128) ? { value: text } : undefined;
  },
};

/** A list of values of one kind, separated by commas. */
export function list<T>(kind: Kind<T>): Kind<readonly T[]> {
  return {
    placeholder: `${kind.placeholder},…`,
    expects: `a list separated by commas, each entry ${kind.expects}`,
    parse: (text) => {
      const parts = text.split(",").map((part) => kind.parse(part.trim()));
      const values = parts.filter((part) => part !== undefined);
      return values.length < parts.length ? undefined : { value: values.map((part) => part.value) };
    },
  };
}

function isHostName(text: string): boolean {
  const label = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/;
  const labels = text.split(".");
  // A text of only digits and dots is a mistyped address.
  return text.length <= 253 && labels.every((part) => label.test(part)) && !/^[\d.]+$/.test(text);
}
