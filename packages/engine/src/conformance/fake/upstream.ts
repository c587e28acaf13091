import type { SamplerRef } from "../../engine.ts";
import type { UpstreamDriver, UpstreamTrial } from "../drivers.ts";

/** How the pool may go wrong, for the suite's own test. */
export type UpstreamDefect = "trusts_its_list";

/** A server that loads adapters by name, and says no twice as such servers do: loaded already, and not found. */
class FakeAdapterServer {
  private names = new Set<string>();
  readonly history: string[] = [];

  loaded(): readonly string[] {
    return [...this.names];
  }

  load(name: string): 200 | 400 {
    if (this.names.has(name)) return 400;
    this.names.add(name);
    this.history.push(name);
    return 200;
  }

  unload(name: string): 200 | 404 {
    return this.names.delete(name) ? 200 : 404;
  }

  /** Who answers under a name: 404 where it is not loaded. */
  complete(name: string): string | 404 {
    return this.names.has(name) ? name : 404;
  }

  restart(): void {
    this.names = new Set();
    this.history.length = 0;
  }
}

/** A pool that knows which samplers should be servable, and makes the server follow. */
export function fakeUpstream(defect: UpstreamDefect | null = null): UpstreamDriver {
  return { open: async () => poolOver(new FakeAdapterServer(), defect) };
}

/** Each sampler has a name of its own for ever: published weights never change, so no name ever needs to. */
function nameOf({ modelKey, version }: SamplerRef): string {
  return `${modelKey}@${version}`;
}

function poolOver(server: FakeAdapterServer, defect: UpstreamDefect | null): UpstreamTrial {
  const samplers = new Map<string, SamplerRef>();
  return {
    load: async (sampler) => {
      const name = nameOf(sampler);
      // 400 says that the name is loaded already, which is what was wanted.
      server.load(name);
      samplers.set(name, sampler);
      return name;
    },
    unload: async (sampler) => {
      // 404 says that it is gone already.
      server.unload(nameOf(sampler));
      samplers.delete(nameOf(sampler));
    },
    list: async () => [...samplers.values()],
    complete: async (sampler) => {
      const name = nameOf(sampler);
      const first = server.complete(name);
      if (first !== 404 || !samplers.has(name)) return String(first);
      if (defect !== "trusts_its_list") server.load(name);
      return String(server.complete(name));
    },
    server: {
      loaded: () => server.loaded(),
      loads: () => server.history,
      loadAside: async (sampler) => {
        server.load(nameOf(sampler));
      },
      unloadAside: async (sampler) => {
        server.unload(nameOf(sampler));
      },
      restart: async () => server.restart(),
    },
    close: async () => undefined,
  };
}
