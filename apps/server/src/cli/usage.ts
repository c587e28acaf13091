import { ConfigError, loadConfig, settingFlags } from "../config/config.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import { type SummedUsage, StoredUsage } from "../inference/usage/usage-sql.ts";
import { aligned } from "./aligned.ts";
import { parseCommandArgs } from "./args.ts";
import type { Io } from "./io.ts";
import { refusalOf } from "./refusal.ts";
import { withRecords } from "./with-records.ts";

const flags = ["by", "days", "project", "model"] as const;
const defaultDays = 7;
const mostDays = 3_660;
const dayMs = 86_400_000;

const help = `${heddleCommand("usage")} [--by hour|day] [--days NUMBER] [--project PROJECT] [--model NAME]
    [--json]

Shows what chat has used, by day or hour (UTC), project and model. Works while a server runs, which
writes its counts every second.

  --by hour|day       default: day
  --days NUMBER       today and the days before it, 1 to ${mostDays}; default: ${defaultDays}
  --project PROJECT   entity/project, or a name that projects of several entities have
  --model NAME        as requests name it
  --json              an array of objects instead of a table
  --data-dir, --records-url and all other settings: see ${heddleCommand("start --help")}

A line "(others)" has the projects of an entity beyond the 1,000 of an hour that are counted apart.`;

/**
 * `heddle usage`: shows what chat has used.
 *
 * @param args the arguments after `usage`
 * @returns the exit status
 */
export async function runUsage(
  args: readonly string[],
  io: Io,
  nowMs: () => number = Date.now,
): Promise<number> {
  try {
    const { texts, switches } = parseCommandArgs(args, {
      command: "usage",
      texts: [...flags, ...settingFlags],
      switches: ["json"],
    });
    if (switches.has("help")) {
      io.out(help);
      return 0;
    }
    const given = Object.entries(texts).filter(([flag]) => settingFlags.includes(flag));
    const config = loadConfig({ flags: Object.fromEntries(given), env: io.env, cwd: io.cwd });
    const { project, model } = texts;
    const query = {
      by: byOf(texts["by"]),
      sinceHour: since(texts["days"], nowMs()),
      project,
      model,
    };
    const rows = await withRecords(config, (records) => new StoredUsage(records).read(query));
    if (switches.has("json")) io.out(JSON.stringify(rows.map(asJson), undefined, 2));
    else for (const line of aligned([head, ...rows.map(cells)])) io.out(line);
    return 0;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    io.err(`heddle usage: ${refusal}`);
    return 1;
  }
}

const head = ["TIME", "PROJECT", "MODEL", "REQUESTS", "FAILURES", "PROMPT", "CACHED", "COMPLETION"];

function cells(row: SummedUsage): readonly string[] {
  const { requests, failures, promptTokens, cachedTokens, completionTokens } = row;
  const numbers = [requests, failures, promptTokens, cachedTokens, completionTokens];
  const project = row.project === "" ? `${row.entity}/(others)` : row.project;
  return [row.hour, project, row.model === "" ? "(others)" : row.model, ...numbers.map(String)];
}

function asJson(row: SummedUsage): object {
  return {
    time: row.hour,
    entity: row.entity,
    project: row.project === "" ? null : row.project,
    model: row.model === "" ? null : row.model,
    requests: row.requests,
    failures: row.failures,
    prompt_tokens: row.promptTokens,
    cached_tokens: row.cachedTokens,
    completion_tokens: row.completionTokens,
  };
}

function byOf(text = "day"): "hour" | "day" {
  if (text === "hour" || text === "day") return text;
  throw new ConfigError(`--by is "${text}", which is not one of hour, day.`);
}

/** The first hour of the first day. */
function since(text: string | undefined, nowMs: number): string {
  const days = text === undefined ? defaultDays : /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > mostDays) {
    throw new ConfigError(
      `--days is "${text}", which is not a whole number from 1 to ${mostDays}.`,
    );
  }
  return new Date(nowMs - (days - 1) * dayMs).toISOString().slice(0, 10);
}
