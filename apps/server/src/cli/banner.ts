import type { LocalKey } from "../access/first-key.ts";
import { heddleCommand } from "../config/heddle-command.ts";

/** The facts about a running server that the banner shows. */
export interface BannerFacts {
  readonly version: string;
  /** The address that it listens on. */
  readonly url: string;
  /** The address at which SDKs reach it. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** The first key, for users of this machine; undefined if they have created their own. */
  readonly key: LocalKey | undefined;
  /** Whether requests need no key (HEDDLE_AUTH is off). */
  readonly isOpen: boolean;
}

/** SDKs want a key of this length, even if the server does not check it. */
const anyKey = "any-key-will-do-while-HEDDLE_AUTH-is-off-00";

/** The text that `heddle start` prints once it listens: the address, and shell lines for SDKs. */
export function banner({ version, url, publicUrl, dataDir, key, isOpen }: BannerFacts): string {
  return [
    `Heddle ${version} is listening on ${url}`,
    `All data is in ${dataDir}`,
    "",
    ...keyLines(key, isOpen),
    `export WF_TRACE_SERVER_URL=${publicUrl}/traces`,
    `export WANDB_BASE_URL=${publicUrl}`,
    "",
    'In your program: weave.init("local/demo")',
    `The API reference is at ${publicUrl}/docs`,
  ].join("\n");
}

function keyLines(key: LocalKey | undefined, isOpen: boolean): readonly string[] {
  if (isOpen) {
    return [
      "Keys are off: everyone who reaches this port may do everything. Where your programs run:",
      ...exported(anyKey),
    ];
  }
  if (key === undefined) {
    return [
      `${heddleCommand("keys create")} creates a key. Where your programs run:`,
      ...exported("<the key of 43 characters>"),
    ];
  }
  if (!key.isNew) {
    return [
      `The API key is in ${key.file}. Where your programs run:`,
      `export WANDB_API_KEY="$(cat ${quoted(key.file)})"`,
    ];
  }
  return [
    `This API key is new; it is also in ${key.file}. Where your programs run:`,
    ...exported(key.key),
  ];
}

function exported(key: string): readonly string[] {
  return [`export WANDB_API_KEY=${/^[\w-]+$/.test(key) ? key : `"${key}"`}`];
}

/** Quotes a path for a POSIX shell. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
