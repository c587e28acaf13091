import { readFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bench } from "../bench.ts";
import { inTurns, type Run, timedRun } from "../processes/measured-run.ts";
import { figure, type Table } from "../report/table.ts";

/** The compiler's cost for one project. */
export interface TypecheckCost {
  readonly name: string;
  readonly cost: Run;
  /** As the compiler reports it. */
  readonly memoryMb: number;
}

/** The output of `packages/server-kit/bench/handler-types.ts`. */
interface HandlerTypes {
  readonly operations: number;
  readonly interfaces: { readonly totalMs: number; readonly memoryMb: number };
  readonly backend: { readonly totalMs: number; readonly memoryMb: number };
}

/** The costs of all projects. */
export interface TypecheckCosts {
  readonly projects: readonly TypecheckCost[];
  readonly handlers: HandlerTypes;
}

const repository = fileURLToPath(new URL("../..", import.meta.url));
const tsc = join(repository, "node_modules/typescript/bin/tsc");
const rounds = 3;

/** Checks every package of the workspace alone, as its `typecheck` script does. */
export async function measureTypecheck(bench: Bench): Promise<TypecheckCosts> {
  const costs: TypecheckCost[] = [];
  for (const name of projects()) {
    const { check } = await inTurns(bench.quick ? 1 : rounds, {
      check: () => timedRun([tsc, "-p", join(repository, name), "--extendedDiagnostics"]),
    });
    // In kilobytes: "Memory used: 105682K".
    const memoryMb = Number(/^Memory used:\s+(\d+)K/m.exec(check.output)?.[1]) / 1000;
    costs.push({ name, cost: check, memoryMb });
    bench.say(`${name}: ${figure(check.seconds)} s`);
  }
  const program = join(repository, "packages/server-kit/bench/handler-types.ts");
  const { output } = await timedRun([program, "--json"]);
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
    columns: ["`tsc` on", "s", "MB"],
    rows: [
      ...costs.map(({ name, cost, memoryMb }) => [name, figure(cost.seconds), figure(memoryMb)]),
      ["all, one after the other", figure(total), ""],
      [
        `interfaces of ${operations} operations`,
        figure(interfaces.totalMs / 1000),
        figure(interfaces.memoryMb),
      ],
      [
        `the same with a file of handlers for all`,
        figure(backend.totalMs / 1000),
        figure(backend.memoryMb),
      ],
    ],
    notes: [`Medians of ${rounds} runs, by the compiler of the workspace.`],
  };
}
