import type { LocalKey } from "../access/first-key.ts";
import type { MappedName } from "../composition/running-server.ts";
import { loomModelId } from "@heddle/engine";
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
  /** Names that stand for other models. */
  readonly mapped: readonly MappedName[];
}

/** SDKs want a key of this length, even if the server does not check it. */
const anyKey = "any-key-will-do-while-HEDDLE_AUTH-is-off-00";

/** The ART client, with the releases of its packages that it works with; also in examples/art. */
const artPackages =
  "openpipe-art==0.5.18 openai==2.54.0 wandb==0.25.0 pyarrow polars==1.38.1 numpy";

/** The text that `heddle start` prints once it listens: the address, and shell lines for SDKs. */
export function banner(facts: BannerFacts): string {
  const { version, url, publicUrl, dataDir, key, isOpen, mapped } = facts;
  return [
    `Heddle ${version} is listening on ${url}`,
    `All data is in ${dataDir}`,
    "",
    keyLine(key, isOpen),
    `export WANDB_API_KEY=${keyText(key, isOpen)}`,
    `export WF_TRACE_SERVER_URL=${publicUrl}/traces`,
    `export WANDB_BASE_URL=${publicUrl}`,
    "",
    'In your program: weave.init("local/demo")',
    "",
    "To talk to the built-in model. A program for which you paste the two export lines sends all its",
    "OpenAI calls here:",
    `export OPENAI_BASE_URL=${publicUrl}/v1`,
    `export OPENAI_API_KEY=${keyText(key, isOpen)}`,
    'curl "$OPENAI_BASE_URL/chat/completions" -H "Authorization: Bearer $OPENAI_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"model": "${loomModelId}", "messages": [{"role": "user", "content": "hello"}]}'`,
    "",
    `${heddleCommand("chat")} talks to it in this terminal.`,
    "",
    "To train it with the ART client, once all lines above are pasted (docs/art.md has programs):",
    `pip install ${artPackages}`,
    "export LITELLM_LOCAL_MODEL_COST_MAP=True",
    `In your program: base_url=os.environ["OPENAI_BASE_URL"], base_model="${loomModelId}"`,
    "",
    ...mapped.map(({ name, standsFor }) => `The model ${name} is ${standsFor} here.`),
    `The API reference is at ${publicUrl}/docs`,
  ].join("\n");
}

function keyLine(key: LocalKey | undefined, isOpen: boolean): string {
  const where = "Where your programs run:";
  if (isOpen) {
    return `Keys are off: everyone who reaches this port may do everything. ${where}`;
  }
  if (key === undefined) return `${heddleCommand("keys create")} creates a key. ${where}`;
  return key.isNew
    ? `This API key is new; it is also in ${key.file}. ${where}`
    : `The API key is in ${key.file}. ${where}`;
}

/** The key as a POSIX shell reads it. An older key is not shown: its file is. */
function keyText(key: LocalKey | undefined, isOpen: boolean): string {
  if (isOpen) return anyKey;
  if (key === undefined) return '"<the key of 43 characters>"';
  return key.isNew ? key.key : `"$(cat ${quoted(key.file)})"`;
}

/** Quotes a path for a POSIX shell. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
