import type { ConformanceContext } from "../context.ts";
import { fakeContext, restartableFake } from "./context.ts";
import { calledDefects } from "./defects-of-calls.ts";
import { samplingDefects } from "./defects-of-sampling.ts";
import { trainingDefects } from "./defects-of-training.ts";
import { jobsOver } from "./jobs.ts";
import { fakeBase } from "./profile.ts";
import { fakeTinker } from "./tinker.ts";
import { fakeUpstream } from "./upstream.ts";

/** Something an engine, or what stands on it, could do wrong, and the item that must notice. */
export interface Defect {
  readonly item: number;
  readonly says: string;
  readonly context: () => ConformanceContext;
}

const driverDefects: readonly Defect[] = [
  {
    item: 20,
    says: "τ is read and forgotten",
    context: () => ({ ...fakeContext(), jobs: jobsOver(restartableFake, fakeBase, "forgets_tau") }),
  },
  {
    item: 21,
    says: "a job without a gradient fails",
    context: () => ({
      ...fakeContext(),
      jobs: jobsOver(restartableFake, fakeBase, "fails_without_gradient"),
    }),
  },
  {
    item: 42,
    says: "the optimizer is not resumed after a crash",
    context: () => ({
      ...fakeContext(),
      jobs: jobsOver(restartableFake, fakeBase, "forgets_optimizer"),
    }),
  },
  {
    item: 40,
    says: "a retry has a new sequence number",
    context: () => ({ ...fakeContext(), tinker: fakeTinker("new_number_for_retry") }),
  },
  {
    item: 41,
    says: "a 503 ends the polling",
    context: () => ({ ...fakeContext(), tinker: fakeTinker("gives_up_on_503") }),
  },
  {
    item: 43,
    says: "nobody sends heartbeats",
    context: () => ({ ...fakeContext(), tinker: fakeTinker("no_heartbeat") }),
  },
  {
    item: 47,
    says: "the pool trusts its own list after a restart of the server",
    context: () => ({ ...fakeContext(), upstream: fakeUpstream("trusts_its_list") }),
  },
];

/** At least one for each item. */
export const defects: readonly Defect[] = [
  ...[...trainingDefects, ...samplingDefects, ...calledDefects].map(
    ({ item, says, wrap }): Defect => ({ item, says, context: () => fakeContext(wrap) }),
  ),
  ...driverDefects,
];
