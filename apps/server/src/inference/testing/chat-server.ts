import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmbeddedEngine } from "@heddle/engine";
import { inferenceApp, inferenceService } from "@heddle/server-kit/inference";
import { trainingApp, trainingService } from "@heddle/server-kit/training";
import { Hono } from "hono";
import { keyedAccess } from "../../access/access.ts";
import { Keys } from "../../access/keys-sql.ts";
import type { Principal } from "../../access/principal.ts";
import { atSharedAddress } from "../../composition/at-shared-address.ts";
import { Closers } from "../../composition/closers.ts";
import { composeModels } from "../../composition/compose-models.ts";
import { openEngine } from "../../composition/open-engine.ts";
import { serviceOptions } from "../../composition/service-options.ts";
import { loadConfig } from "../../config/config.ts";
import type { Context } from "../../http/context.ts";
import { KnownPrincipals } from "../../http/known-principals.ts";
import { createLog } from "../../http/log.ts";
import { Metrics } from "../../http/metrics.ts";
import { mount } from "../../http/mount.ts";
import { requestLimits } from "../../http/request-limits.ts";
import { listen } from "../../http/server.ts";
import { UnderWay } from "../../http/under-way.ts";
import { openRecords } from "../../store/records/records.ts";
import { completionsHandlers } from "../../training/completions/handlers.ts";
import { Chat } from "../chat/chat.ts";
import { chatHandlers } from "../chat/handlers.ts";
import type { ChatObserver } from "../chat/watch/answer-watch.ts";
import { OpenAnswers } from "../chat/places/open-answers.ts";
import type { ModelSource } from "../models/model-source.ts";
import { modelsHandlers } from "../models/handlers.ts";
import { inferenceAnswerTo } from "../service/refusal-answers.ts";
import { trainedModel, trainedName } from "./trained-model.ts";

/** How a test changes the server. */
export interface ChatServerOptions {
  readonly openAnswers?: OpenAnswers;
  readonly keepAliveMs?: number;
  readonly observers?: readonly ChatObserver[];
  /** Models beside the built-in one and the one that is trained from it. */
  readonly models?: (engine: EmbeddedEngine) => Promise<ModelSource>;
  /** Settings. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A server of both services with chat, on a real engine and a real socket. */
export interface ChatServer extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly engine: EmbeddedEngine;
  readonly openAnswers: OpenAnswers;
  /** Keys of two entities. */
  readonly keys: Readonly<Record<"acme" | "elsewhere", string>>;
}

export { trainedName };

/** Starts a server that checks its own answers against the spec. It has the built-in model, and one trained from it. */
export async function chatServer(options: ChatServerOptions = {}): Promise<ChatServer> {
  const { openAnswers = new OpenAnswers(), keepAliveMs, observers = [], env = {} } = options;
  const closers = new Closers();
  const dataDir = await mkdtemp(join(tmpdir(), "heddle-chat-"));
  closers.add(() => rm(dataDir, { recursive: true, force: true }));
  const records = await openRecords({ file: join(dataDir, "records.db") });
  closers.add(() => records.close());
  const config = loadConfig({ flags: {}, env: { ...env, HEDDLE_DATA_DIR: dataDir } });
  const log = createLog("silent");
  const planned = await openEngine(config, log, closers);
  const { engine } = planned;
  const keys = new Keys(records);
  const mint = async (entity: string): Promise<string> =>
    (await keys.create({ entity, role: "write" })).key;
  const principals = new KnownPrincipals();
  const access = principals.remembering(keyedAccess(keys));
  const { models } = await composeModels(config, log, planned);
  models.register(await trainedModel(engine));
  if (options.models !== undefined) models.register(await options.models(engine));
  const chat = new Chat({ engine, models, openAnswers, observers });
  const parts = { config, log, access };
  const shared = {
    checkResponses: true,
    partial: true as const,
    ...(keepAliveMs && { keepAliveMs }),
  };
  const inference = { chat: chatHandlers(chat), models: modelsHandlers(models) };
  const training = { chat: completionsHandlers(chat) };
  const services = [
    ...atSharedAddress({
      service: inferenceService,
      handlers: inference,
      app: (errorBody) =>
        inferenceApp<Principal, Context>(inference, {
          ...serviceOptions("inference", parts, inferenceAnswerTo),
          ...shared,
          errorBody,
        }),
    }),
    ...atSharedAddress({
      service: trainingService,
      handlers: training,
      app: (errorBody) =>
        trainingApp<Principal, Context>(training, {
          ...serviceOptions("training", parts, inferenceAnswerTo),
          ...shared,
          errorBody,
        }),
    }),
  ];
  const underWay = new UnderWay();
  const app = mount({
    services,
    operator: new Hono(),
    graphql: new Hono(),
    pages: new Hono(),
    principals,
    metrics: new Metrics({
      queues: () => [],
      requestsUnderWay: () => underWay.size,
      budgets: () => ({}),
      children: () => [],
    }),
    log,
    underWay,
    limits: requestLimits(config, access),
    hostCheck: { loopbackOnly: false, publicUrl: undefined, corsOrigins: [] },
  });
  const where = { host: "127.0.0.1", port: 0, drainMs: 100, idleMs: 600_000 };
  const listener = await listen(app, underWay, where);
  closers.add(() => listener.stop());
  return {
    url: listener.url,
    engine,
    openAnswers,
    keys: { acme: await mint("acme"), elsewhere: await mint("elsewhere") },
    [Symbol.asyncDispose]: () => closers.close(),
  };
}
