import type { Bench } from "../bench.ts";
import { clientTable, measureClient } from "../contract/client.ts";
import { codegenTable, measureCodegen } from "../contract/codegen.ts";
import { kitTable, measureKit } from "../contract/kit.ts";
import { largeBodiesTable, measureLargeBodies } from "../contract/large-bodies.ts";
import { measureStub, stubTable } from "../contract/stub.ts";
import { measureTypecheck, typecheckTable } from "../contract/typecheck.ts";
import type { Table } from "../report/table.ts";
import { chatTable, measureChat } from "./chat.ts";
import { coldTable, measureCold } from "./cold.ts";
import { isEnginePart, measureEngine } from "./engine-parts.ts";
import { fairnessTable, measureFairness } from "./fairness.ts";
import { measureIngest } from "./ingest.ts";
import { measureFeedback } from "./feedback.ts";
import { LoadedFolder } from "./loaded-folder.ts";
import { measureMemory, memoryTable } from "./memory.ts";
import { measureReads, readsTable } from "./reads.ts";
import { measureSiege } from "./siege.ts";
import { measureSlowReaders, slowReadersTable } from "./slow-readers.ts";
import { measureStart, startTable } from "./start.ts";
import { measureStatements } from "./statements.ts";
import { measureText, textTable } from "./text.ts";
import { measureTraining } from "./training.ts";
import { measureTrainingKills, trainingKillsTable } from "./training-kills.ts";
import { writesTable } from "./writes-table.ts";

/** In the order in which they run. */
export const parts = [
  "codegen",
  "typecheck",
  "kit",
  "large-bodies",
  "client",
  "stub",
  "text",
  "engine-kernels",
  "engine-decode",
  "engine-train",
  "engine-start",
  "engine-learning",
  "engine-determinism",
  "engine-models",
  "engine-beside",
  "chat",
  "training",
  "training-kills",
  "ingest",
  "memory",
  "reads",
  "statements",
  "feedback",
  "fairness",
  "slow-readers",
  "start",
  "cold",
  "siege",
] as const;

export type Part = (typeof parts)[number];

/** Parts that "all" leaves out, because they need what the repository does not bring: a Python with PyTorch. */
export const onRequest: readonly Part[] = ["engine-beside"];

export function isPart(name: string): name is Part {
  return (parts as readonly string[]).includes(name);
}

/**
 * Measures the given parts, one after the other; resources that several parts need are made once.
 */
export async function* measure(asked: readonly Part[], bench: Bench): AsyncGenerator<Table> {
  const has = (part: Part): boolean => asked.includes(part);
  yield* measureContract(has, bench);
  if (has("text")) {
    bench.say("text");
    yield textTable(await measureText(bench));
  }
  yield* measureEngine(asked.filter(isEnginePart), bench);
  if (has("chat")) {
    bench.say("chat");
    yield chatTable(await measureChat(bench));
  }
  if (has("training")) {
    bench.say("training");
    yield* measureTraining(bench);
  }
  if (has("training-kills")) {
    bench.say("training-kills");
    yield trainingKillsTable(await measureTrainingKills(bench));
  }
  if (has("ingest")) {
    bench.say("ingest");
    const ingest = await measureIngest(bench);
    yield writesTable("ingest", "calls", ingest);
    // Ingest has recorded the memory while it wrote, so there is no need to write for minutes
    // again.
    if (has("memory")) yield memoryTable(ingest.memory);
  } else if (has("memory")) {
    bench.say("memory");
    yield memoryTable(await measureMemory(bench));
  }
  const loaded = new LoadedFolder(bench);
  if (has("reads")) {
    bench.say("reads");
    yield readsTable(await measureReads(bench, loaded), loaded.callCount);
  }
  if (has("statements")) {
    bench.say("statements");
    yield* measureStatements(bench);
  }
  if (has("feedback")) {
    bench.say("feedback");
    yield* measureFeedback(bench);
  }
  if (has("fairness")) {
    bench.say("fairness");
    yield fairnessTable(await measureFairness(bench, loaded), loaded.callCount);
  }
  if (has("slow-readers")) {
    bench.say("slow-readers");
    yield slowReadersTable(await measureSlowReaders(bench, loaded));
  }
  if (has("start")) {
    bench.say("start");
    yield startTable(await measureStart(bench, loaded), loaded.callCount);
  }
  if (has("cold")) {
    bench.say("cold");
    yield coldTable(await measureCold(bench));
  }
  if (has("siege")) {
    bench.say("siege");
    yield* measureSiege(bench);
  }
}

/** Measures the parts of the contract: generated code, and everything that uses it. */
async function* measureContract(has: (part: Part) => boolean, bench: Bench): AsyncGenerator<Table> {
  if (has("codegen")) {
    bench.say("codegen");
    yield codegenTable(await measureCodegen(bench));
  }
  if (has("typecheck")) {
    bench.say("typecheck");
    yield typecheckTable(await measureTypecheck(bench));
  }
  if (has("kit")) {
    bench.say("kit");
    yield kitTable(await measureKit(bench));
  }
  if (has("large-bodies")) {
    bench.say("large bodies");
    yield largeBodiesTable(await measureLargeBodies(bench));
  }
  if (has("client")) {
    bench.say("client");
    yield clientTable(await measureClient(bench));
  }
  if (has("stub")) {
    bench.say("stub");
    yield stubTable(await measureStub(bench));
  }
}
