import { loomModelId } from "@heddle/engine";
import { ConfigError, loadConfig, settingFlags } from "../config/config.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import { programSettings } from "../config/program-settings.ts";
import { parseCommandArgs } from "./args.ts";
import { serverAddress } from "./server-address.ts";
import { Conversation } from "./chat/conversation.ts";
import { processTerminal, type Terminal } from "./chat/terminal.ts";
import type { Io } from "./io.ts";
import { refusalOf } from "./refusal.ts";

const flags = ["model", "system", "temperature", "max-tokens", "url"] as const;

const help = `${heddleCommand("chat")} [--model NAME] [--system TEXT] [--temperature NUMBER]
    [--max-tokens NUMBER] [--url URL]

Talks to a model of the server that runs on the data folder (--data-dir), or of the server at --url
or HEDDLE_BASE_URL with the key in HEDDLE_API_KEY.

  --model NAME        default: ${loomModelId}; ${heddleCommand("models list")} lists them
  --system TEXT       what the model is told first
  --temperature, --max-tokens   default: as the model proposes

Each line is a message. /new begins anew; Ctrl-C cuts an answer; Ctrl-D ends. In a pipe, standard
output has the answers alone.`;

/**
 * `heddle chat`: talks to a model in the terminal.
 *
 * @param args the arguments after `chat`
 * @returns the exit status
 */
export async function runChat(
  args: readonly string[],
  io: Io,
  openTerminal: () => Terminal = processTerminal,
): Promise<number> {
  try {
    const { texts, switches } = parseCommandArgs(args, {
      command: "chat",
      texts: [...flags, ...settingFlags],
    });
    if (switches.has("help")) {
      io.out(help);
      return 0;
    }
    const given = Object.fromEntries(
      Object.entries(texts).filter(([flag]) => settingFlags.includes(flag)),
    );
    const config = loadConfig({ flags: given, env: io.env, cwd: io.cwd });
    const { model = loomModelId, system } = texts;
    const temperature = numberOf(texts["temperature"], "--temperature");
    const maxTokens = numberOf(texts["max-tokens"], "--max-tokens");
    const address = await serverAddress(texts["url"], programSettings(io.env), config);
    const terminal = openTerminal();
    const options = { model, system, temperature, maxTokens };
    if (terminal.isInteractive) {
      io.err(`${model} at ${address.url}. /new begins anew, Ctrl-C cuts an answer, Ctrl-D ends.`);
    }
    return await talk(new Conversation(address, options, terminal), terminal, io);
  } catch (error) {
    return refused(error, io);
  }
}

/** Goes on until the input ends; a person may try again after a refusal, a script may not. */
async function talk(conversation: Conversation, terminal: Terminal, io: Io): Promise<number> {
  for await (const line of terminal.lines()) {
    if (line.trim() === "") continue;
    if (line.trim() === "/new") {
      conversation.forget();
      continue;
    }
    try {
      const says = await conversation.ask(line);
      io.err(`[${says}]`);
    } catch (error) {
      const status = refused(error, io);
      if (!terminal.isInteractive) return status;
    }
  }
  return 0;
}

function refused(error: unknown, io: Io): number {
  const refusal = refusalOf(error);
  if (refusal === undefined) throw error;
  io.err(`heddle chat: ${refusal}`);
  return 1;
}

function numberOf(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new ConfigError(`${flag} is "${text}", which is not a number.`);
}
