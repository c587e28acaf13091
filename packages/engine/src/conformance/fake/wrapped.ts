import type { Engine } from "../../engine.ts";

/** An engine with some of its calls replaced. */
export function wrapped(engine: Engine, calls: Partial<Engine>): Engine {
  return {
    describe: (...call) => engine.describe(...call),
    openModel: (...call) => engine.openModel(...call),
    forward: (...call) => engine.forward(...call),
    accumulate: (...call) => engine.accumulate(...call),
    step: (...call) => engine.step(...call),
    saveState: (...call) => engine.saveState(...call),
    listStates: (...call) => engine.listStates(...call),
    deleteState: (...call) => engine.deleteState(...call),
    publish: (...call) => engine.publish(...call),
    exportAdapter: (...call) => engine.exportAdapter(...call),
    importAdapter: (...call) => engine.importAdapter(...call),
    sample: (...call) => engine.sample(...call),
    score: (...call) => engine.score(...call),
    retire: (...call) => engine.retire(...call),
    close: (...call) => engine.close(...call),
    shutdown: () => engine.shutdown(),
    ...calls,
  };
}
