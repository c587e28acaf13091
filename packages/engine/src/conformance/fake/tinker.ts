import type { Engine } from "../../engine.ts";
import type { TinkerDriver } from "../drivers.ts";
import { FakeEngine } from "./fake-engine.ts";
import { fakeBase } from "./profile.ts";
import { FakeTinkerClient } from "./tinker-client.ts";
import type { TinkerDefect } from "./tinker-client.ts";
import { FakeTinkerServer, sessionTimeoutMs } from "./tinker-server.ts";
import { wrapped } from "./wrapped.ts";

/** A client and a server of the protocol in one process, over the fake engine. */
export function fakeTinker(defect: TinkerDefect | null = null): TinkerDriver {
  return {
    open: async () => {
      const inner: Engine = new FakeEngine();
      const server = new FakeTinkerServer(inner);
      const client = new FakeTinkerClient(server, defect);
      return {
        engine: wrapped(inner, {
          accumulate: (...call) => client.accumulate(...call),
          step: (...call) => client.step(...call),
        }),
        baseModel: fakeBase,
        server: {
          carriedOut: (operation) => server.carriedOut(operation),
          loseNextAnswer: () => server.loseNextAnswer(),
          takeNextSequenceNumber: () => server.takeNextSequenceNumber(),
          answerPolls: (faults) => server.answerPolls(faults),
          stallPolls: (isStalled) => {
            server.isStalled = isStalled;
          },
          polls: () => server.pollCount,
          sessionTimeoutMs,
          advance: (milliseconds) => client.advance(milliseconds),
          stopHeartbeats: () => client.stopHeartbeats(),
        },
        close: () => inner.shutdown(),
      };
    },
  };
}
