/**
 * Run as a process: inserts the rows that the server would insert for the same calls, but without a
 * server, through an engine of its own. Its argument is the engine's folder.
 */
import { type OpenedTraces, openTraces } from "@heddle/server/store/traces";
import { TableWriter } from "@heddle/server/store/traces/writer";
import { CallRows, rowTemplates } from "../calls/call-rows.ts";
import { CallSequence } from "../calls/call-sequence.ts";
import type { Template } from "../calls/template.ts";
import { sustain } from "./load.ts";
import { serveOrders } from "./serve-orders.ts";

const [dataDir = ""] = process.argv.slice(2);
const maxQueuedBytes = 64 * 1024 * 1024;
const log = { info: () => {}, warn: console.error, error: console.error };
const opened: { traces?: OpenedTraces; templates?: readonly Template[] } = {};

await serveOrders(
  async () => {
    const templates = await rowTemplates();
    const traces = await openTraces({ dataDir, log });
    Object.assign(opened, { traces, templates });
    const bytes = templates.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    return { enginePid: traces.enginePid, rowBytes: Math.round(bytes / templates.length) };
  },
  async (order) => {
    const { traces, templates = [] } = opened;
    if (!traces) throw new Error("The engine is not open.");
    const { connections, callsPerBatch } = order.shape;
    // The server's group commit: rows of a single writer are one insert each time; rows of many
    // writers share inserts.
    const writer = new TableWriter({ traces, table: "calls", maxQueuedBytes });
    const writers = Array.from({ length: connections }, (_, index) => {
      const first = Math.floor((index * templates.length) / connections);
      const rows = new CallRows(templates, first, new CallSequence(order.moments));
      return async () => {
        await writer.write(rows.next(callsPerBatch));
        return callsPerBatch;
      };
    });
    const load = await sustain(order, writers);
    await writer.close();
    return load;
  },
  async () => opened.traces?.close(),
);
