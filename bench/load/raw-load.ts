/**
 * Run as a process: inserts the rows that the server would insert for the same entries, but without
 * a server, through an engine of its own. Its arguments are the kind of the entries, and the engine's
 * folder.
 */
import { type OpenedTraces, openTraces } from "@heddle/server/store/traces";
import { TableWriter } from "@heddle/server/store/traces/writer";
import { callRows, rowTemplates } from "../calls/call-rows.ts";
import { CallSequence } from "../calls/call-sequence.ts";
import { feedbackTemplates } from "../feedback/feedback-rows.ts";
import { FeedbackSequence } from "../feedback/feedback-sequence.ts";
import { standInDigest } from "../feedback/sample-feedback.ts";
import { Rows } from "../texts/rows.ts";
import { type Entries, type LoadOrder, sustain } from "./load.ts";
import { serveOrders } from "../processes/serve-orders.ts";

/** The rows of a kind of entries. */
interface Source {
  /** The texts of all samples. */
  readonly texts: readonly string[];
  /** The rows of one writer, with the texts of samples from `first` on. */
  rows(order: LoadOrder, first: number): Rows<string>;
}

const sources: Readonly<Record<Entries, () => Promise<Source>>> = {
  calls: async () => {
    const templates = await rowTemplates();
    return {
      texts: templates.map(({ text }) => text),
      rows: ({ moments }, first) => callRows(templates, first, new CallSequence(moments)),
    };
  },
  feedback: async () => {
    const { pieces } = await feedbackTemplates(standInDigest);
    return {
      texts: pieces.map(({ text }) => text),
      rows: (_, first) => new Rows(pieces, first, new FeedbackSequence()),
    };
  },
};

const [table, dataDir = ""] = process.argv.slice(2);
const maxQueuedBytes = 64 * 1024 * 1024;
const log = { info: () => {}, warn: console.error, error: console.error };
const opened: { traces?: OpenedTraces; source?: Source } = {};

await serveOrders(
  async () => {
    const source = await sources[table as Entries]();
    const traces = await openTraces({ dataDir, log });
    Object.assign(opened, { traces, source });
    const bytes = source.texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const rowBytes = Math.round(bytes / source.texts.length);
    return { enginePid: traces.enginePid, rowBytes };
  },
  async (order: LoadOrder) => {
    const { traces, source } = opened;
    if (!traces || !source) throw new Error("The engine is not open.");
    const { connections, entriesPerBatch } = order.shape;
    // The server's group commit: rows of a single writer are one insert each time; rows of many
    // writers share inserts.
    const writer = new TableWriter({ traces, table: table as Entries, maxQueuedBytes });
    const writers = Array.from({ length: connections }, (_, index) => {
      const first = Math.floor((index * source.texts.length) / connections);
      const rows = source.rows(order, first);
      return async () => {
        await writer.write(rows.next(entriesPerBatch));
        return entriesPerBatch;
      };
    });
    const load = await sustain(order, writers);
    await writer.close();
    return load;
  },
  async () => opened.traces?.close(),
);
