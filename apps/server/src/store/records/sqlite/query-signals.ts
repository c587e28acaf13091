import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryId,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from "kysely";

/** The signals of queries whose client may leave before the answer. The driver reads them. */
export type QuerySignals = WeakMap<QueryId, AbortSignal>;

/** A Kysely plugin that records a signal for each query. */
export class UnderSignal implements KyselyPlugin {
  readonly #signals: QuerySignals;
  readonly #signal: AbortSignal;

  constructor(signals: QuerySignals, signal: AbortSignal) {
    this.#signals = signals;
    this.#signal = signal;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    this.#signals.set(queryId, this.#signal);
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}
