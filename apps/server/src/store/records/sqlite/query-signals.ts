import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryId,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from "kysely";

/** Who waits for a query, and may leave before its answer: the driver looks here. */
export type QuerySignals = WeakMap<QueryId, AbortSignal>;

/** Notes for each query of a Kysely whose signal it stands under. */
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
