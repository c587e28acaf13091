import { readFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bench } from "../bench.ts";
import { inTurns, measuredRun, type RunCost } from "../processes/measured-run.ts";
import { figure, type Table } from "../report/table.ts";

/** What the compiler takes for one project. */
export interface TypecheckCost {
  readonly name: string;
  readonly cost: RunCost;
  /** By the compiler's own account. */
  readonly memory: string;
}

/** As `packages/server-kit/bench/handler-types.ts` says it. */
interface HandlerTypes {
  readonly operations: number;
  readonly interfaces: { readonly totalMs: number; readonly memoryMb: number };
  readonly backend: { readonly totalMs: number; readonly memoryMb: number };
}

/** All of them. */
export interface TypecheckCosts {
  readonly projects: readonly TypecheckCost[];
  readonly handlers: HandlerTypes;
}

const repository = fileURLToPath(new URL("../..", import.meta.url));
const tsc = join(repository, "node_modules/typescript/bin/tsc");
const rounds = 3;

/** Checks every package of the workspace by itself, as its `typecheck` script does. */
export async function measureTypecheck(bench: Bench): Promise<TypecheckCosts> {
  const costs: TypecheckCost[] = [];
  for (const name of projects()) {
    const { check } = await inTurns(bench.quick ? 1 : rounds, {
      check: () => measuredRun(bench, [tsc, "-p", join(repository, name), "--extendedDiagnostics"]),
    });
    costs.push({
      name,
      cost: check,
      memory: /^Memory used:\s+(\S+)/m.exec(check.output)?.[1] ?? "",
    });
    bench.say(`${name}: ${figure(check.seconds)} s`);
  }
  const program = join(repository, "packages/server-kit/bench/handler-types.ts");
  const { output } = await measuredRun(bench, [program, "--json"]);
  return { projects: costs, handlers: JSON.parse(output) as HandlerTypes };
}

function projects(): string[] {
  const folders = ["packages", "apps"].flatMap((parent) =>
    readdirSync(join(repository, parent)).map((name) => `${parent}/${name}`),
  );
  return [...folders, "examples"].filter((name) => {
    const manifest = join(repository, name, "package.json");
    return existsSync(manifest) && /"typecheck"/.test(readFileSync(manifest, "utf8"));
  });
}

export function typecheckTable({ projects: costs, handlers }: TypecheckCosts): Table {
  const { operations, interfaces, backend } = handlers;
  const total = costs.reduce((sum, { cost }) => sum + cost.seconds, 0);
  return {
    name: "typecheck",
    columns: ["`tsc` on", "s", "memory"],
    rows: [
      ...costs.map(({ name, cost, memory }) => [name, figure(cost.seconds), memory]),
      ["all, one after the other", figure(total), ""],
      [
        `interfaces of ${operations} operations`,
        figure(interfaces.totalMs / 1000),
        `${figure(interfaces.memoryMb)} MB`,
      ],
      [
        `the same with a file of handlers for all`,
        figure(backend.totalMs / 1000),
        `${figure(backend.memoryMb)} MB`,
      ],
    ],
    notes: [`Medians of ${rounds} runs, by the compiler of the workspace.`],
  };
}
