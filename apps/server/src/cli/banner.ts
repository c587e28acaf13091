import type { LocalKey } from "../access/first-key.ts";
import { heddleCommand } from "../config/heddle-command.ts";

/** What a server that is up says of itself. */
export interface BannerFacts {
  readonly version: string;
  /** What it listens on. */
  readonly url: string;
  /** Under which SDKs reach it. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** The key for people on this machine; undefined where they have made their own. */
  readonly key: LocalKey | undefined;
  readonly isOpen: boolean;
}

/** SDKs insist on a key of this length even where none is looked at. */
const anyKey = "any-key-will-do-while-HEDDLE_AUTH-is-off-00";

/** What `heddle start` prints once it listens: the address, and lines to paste for the SDKs. */
export function banner({ version, url, publicUrl, dataDir, key, isOpen }: BannerFacts): string {
  return [
    `Heddle ${version} is listening on ${url}`,
    `Everything is kept in ${dataDir}`,
    "",
    ...keyLines(key, isOpen),
    `export WF_TRACE_SERVER_URL=${publicUrl}/traces`,
    `export WANDB_BASE_URL=${publicUrl}`,
    "",
    'In your program: weave.init("local/demo")',
    `The reference of the interface is at ${publicUrl}/docs`,
  ].join("\n");
}

function keyLines(key: LocalKey | undefined, isOpen: boolean): readonly string[] {
  if (isOpen) {
    return ["Keys are off: whoever reaches this port may do everything.", ...exported(anyKey)];
  }
  if (key === undefined) {
    return [
      `${heddleCommand("keys create")} makes a key. Where your programs run:`,
      ...exported("<the key, of 43 characters>"),
    ];
  }
  if (!key.isNew) {
    return [
      `The API key is in ${key.file}. Where your programs run:`,
      `export WANDB_API_KEY="$(cat ${quoted(key.file)})"`,
    ];
  }
  return [
    `This API key was made just now, and is kept in ${key.file}. Where your programs run:`,
    ...exported(key.key),
  ];
}

function exported(key: string): readonly string[] {
  return [`export WANDB_API_KEY=${/^[\w-]+$/.test(key) ? key : `"${key}"`}`];
}

/** For a POSIX shell. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
