import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Config, ConfigError } from "../config/config.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import { programSettings } from "../config/program-settings.ts";
import type { Args } from "./args.ts";
import type { Io } from "./io.ts";
import { serverAddress } from "./server-address.ts";
import { runSubcommand, type Subcommand, type Subcommands } from "./subcommands.ts";
import { JobReader } from "./train/job-reader.ts";
import { reportPage } from "./train/report/report-page.ts";
import { processScreen, type Screen } from "./train/screen.ts";
import { watchJob, type WatchTimes } from "./train/watch.ts";

/** What the commands are about: the settings, and where a job is shown. */
interface Subject {
  readonly config: Config;
  readonly screen: Screen;
  readonly times: WatchTimes | undefined;
}

const server = `  --url URL       the server (default: HEDDLE_BASE_URL, or the one that runs on the data folder); the
                  key stands in HEDDLE_API_KEY
  --data-dir and all other settings: see ${heddleCommand("start --help")}`;

const watch: Subcommand<Subject> = {
  args: { command: "train watch", texts: ["url"], positionals: ["JOB"] },
  help: `${heddleCommand("train watch")} JOB [--url URL]

  JOB             the id that the server gave the job
${server}

Shows how far a job is, its loss, and for training by reward the mean reward of the model's steps.
In a pipe, it prints a line for each gradient step. Ends with the job: status 0 when it succeeded,
1 when it failed. Ctrl-C stops watching; the job goes on.`,
  run: async (given, { config, screen, times }, io) => {
    const reader = await readerOf(given, config, io);
    return await watchJob(jobOf(given), reader, { io, screen }, times);
  },
};

const report: Subcommand<Subject> = {
  args: { command: "train report", texts: ["url", "out"], positionals: ["JOB"] },
  help: `${heddleCommand("train report")} JOB [--out FILE] [--url URL]

  JOB             the id that the server gave the job
  --out FILE      default: training-job-JOB.html in this folder; a file that is there is replaced
${server}

Writes a page with the job's curves, options, warnings, steps and times. The page loads nothing, so
it can be kept and sent.`,
  run: async (given, { config }, io) => {
    const reader = await readerOf(given, config, io);
    const job = await reader.job(jobOf(given));
    const [events, rewards, modelName] = await Promise.all([
      reader.events(job.id, undefined),
      reader.rewards(job.model_id),
      reader.modelName(job.model_id),
    ]);
    const file = resolve(io.cwd, given.texts["out"] ?? `training-job-${job.id}.html`);
    const page = reportPage({ job, modelName, events, rewards });
    await writeFile(file, page).catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError(`${file} cannot be written: ${error.message}.`);
    });
    io.out(file);
    return 0;
  },
};

/** `heddle train …`: shows what became of training jobs. `screen` is the terminal, and `times` how often to look. */
export function runTrain(
  args: readonly string[],
  io: Io,
  screen: Screen = processScreen(),
  times?: WatchTimes,
): Promise<number> {
  const train: Subcommands<Subject> = {
    word: "train",
    help: `${heddleCommand("train watch")} JOB [--url URL]
    follows a training job until it ends
${heddleCommand("train report")} JOB [--out FILE] [--url URL]
    writes a page with the curves and options of a job

Both ask the server that runs on the data folder (--data-dir), or the one at --url or
HEDDLE_BASE_URL with the key in HEDDLE_API_KEY.`,
    commands: { watch, report },
    open: (config, work) => work({ config, screen, times }),
  };
  return runSubcommand(train, args, io);
}

function jobOf({ positionals }: Args): string {
  const [id] = positionals;
  if (id === undefined) {
    throw new ConfigError("Name a training job: the id that the server gave it.");
  }
  return id;
}

async function readerOf({ texts }: Args, config: Config, io: Io): Promise<JobReader> {
  return new JobReader(await serverAddress(texts["url"], programSettings(io.env), config));
}
