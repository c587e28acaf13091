import type { EmbeddedEngine } from "@heddle/engine";
import type { Hono } from "hono";
import { composeArtifacts } from "./compose-artifacts.ts";
import { composeChat } from "./compose-chat.ts";
import { composeInference } from "./compose-inference.ts";
import { composeModels } from "./compose-models.ts";
import { composeTrace } from "./compose-trace.ts";
import { composeTraining } from "./compose-training.ts";
import { keyedAccess, openAccess } from "../access/access.ts";
import { localKey, type LocalKey } from "../access/first-key.ts";
import { Keys } from "../access/keys-sql.ts";
import { Projects } from "../access/projects-sql.ts";
import type { Closers } from "./closers.ts";
import type { Config } from "../config/config.ts";
import type { HttpEnv } from "../http/env.ts";
import { KnownPrincipals } from "../http/known-principals.ts";
import type { Logger } from "../http/log.ts";
import { Metrics } from "../http/metrics.ts";
import { mount } from "../http/mount.ts";
import { operatorApp } from "../http/operator.ts";
import { Readiness } from "../http/readiness.ts";
import { requestLimits } from "../http/request-limits.ts";
import { UnderWay } from "../http/under-way.ts";
import { graphqlApp } from "../side-doors/graphql/graphql-app.ts";
import { runStreamsApp } from "../side-doors/transfers/run-streams-app.ts";
import { TransferRights } from "../side-doors/transfers/transfer-rights.ts";
import { transfersApp } from "../side-doors/transfers/transfers-app.ts";
import { pages } from "../side-doors/pages/pages.ts";
import { pingTraces } from "../store/traces/ping.ts";
import type { Stores } from "./stores.ts";
import { TrainedModelSource } from "../training/names/trained-model-source.ts";

/** A complete server that does not listen yet. */
export interface Composed {
  readonly app: Hono<HttpEnv>;
  readonly underWay: UnderWay;
  readonly readiness: Readiness;
  /**
   * The key that the first start made; undefined without keys, or if its file holds no working key.
   */
  readonly localKey: LocalKey | undefined;
}

/** Builds the whole server on the stores. No other module knows all the parts. */
export async function compose(
  config: Config,
  log: Logger,
  stores: Stores,
  closers: Closers,
): Promise<Composed> {
  const { auth, corsOrigins, publicUrl } = config;
  const { records, traces, blobs, planned } = stores;
  const { engine } = planned;
  const keys = new Keys(records);
  const isOpen = auth === "off";
  const principals = new KnownPrincipals();
  const access = principals.remembering(isOpen ? openAccess() : keyedAccess(keys));
  const projects = new Projects(records);

  const trace = composeTrace({ config, log, access, projects, ...stores }, closers);

  const { models, bases, metrics: engineMetrics } = await composeModels(config, log, planned);
  models.register(new TrainedModelSource({ records, bases, isOpen, log }));
  const { calls } = trace;
  const ofChat = composeChat({ config, log, engine, models, records, calls }, closers);
  const { chat } = ofChat;

  const artifacts = composeArtifacts({ config, log, records, blobs, projects }, closers);

  const underWay = new UnderWay();
  const rights = new TransferRights({
    records,
    principalOf: async (keyId) =>
      isOpen ? ((await access.authenticate(new Headers())) ?? undefined) : await keys.withId(keyId),
  });
  const limits = requestLimits(config, access, (path) => rights.principalIn(path));
  const metrics = new Metrics({
    queues: () => trace.queues(),
    budgets: () => ({ ...limits.places, ...limits.memory }),
    requestsUnderWay: () => underWay.size,
    engine: engineMetrics,
    chat: ofChat.metrics,
    children: () => (traces.enginePid ? [{ name: "trace-engine", pid: traces.enginePid }] : []),
  });
  const readiness = new Readiness({
    traces: (signal) => pingTraces(traces, signal),
    records: (signal) => records.ping(signal),
    engine: () => healthy(engine),
  });
  const app = mount({
    // Both have chat at /v1; the first in this list answers it.
    services: [
      ...composeInference({ config, log, access, chat, models }),
      ...composeTraining(
        { config, log, access, records, blobs, chat, engine, models, projects, artifacts, trace },
        closers,
      ),
      ...trace.services,
    ],
    operator: operatorApp({ access, metrics, readiness }),
    graphql: graphqlApp({
      access,
      projects,
      artifacts: { artifacts: artifacts.artifacts, uploads: artifacts.uploads, rights },
      frontendHost: (c) => publicUrl ?? new URL(c.req.url).origin,
      onError: (err) => log.error({ err }, "graphql failed"),
    }),
    transfers: transfersApp({
      access,
      rights,
      artifacts: artifacts.artifacts,
      uploads: artifacts.uploads,
      onError: (err) => log.error({ err }, "transfer failed"),
    }),
    runStreams: runStreamsApp(access),
    pages: pages({
      access,
      source: trace.pages,
      onError: (err, c) => log.error({ err, requestId: c.get("requestId") }, "page failed"),
    }),
    principals,
    metrics,
    log,
    underWay,
    limits,
    hostCheck: { loopbackOnly: isOpen, publicUrl, corsOrigins },
  });
  return {
    app,
    underWay,
    readiness,
    localKey: isOpen ? undefined : await localKey(keys, config.dataDir),
  };
}

/** The engine starts a worker that has ended again by itself; while it has none, nobody is served. */
async function healthy(engine: EmbeddedEngine): Promise<void> {
  const { isHealthy } = await engine.describe();
  if (!isHealthy) throw new Error("The engine has no worker.");
}
