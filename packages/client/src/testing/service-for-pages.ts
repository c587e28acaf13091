import type { ServerResponse } from "node:http";
import { sendJson } from "./local-server.ts";
import type { Answerer } from "./local-server.ts";

/** A service that pages of other origins may call, and its observations. */
export interface PageService {
  readonly answer: Answerer;
  /** How many endless streams their readers have left. */
  readonly streamsLeft: () => number;
}

/** The minimum that every kind of call needs: JSON, lines, events, refusals, uploads, bytes. */
export function serviceForPages(): PageService {
  let left = 0;
  const routes: Readonly<Record<string, (response: ServerResponse, body: string) => unknown>> = {
    "/traces/health": (response) => sendJson(response, 200, { status: "ok" }),
    "/traces/call/read": (response) => {
      sendJson(response, 404, { reason: "no such call" });
    },
    "/traces/calls/stream_query": (response, body) => {
      const { limit } = JSON.parse(body) as { limit?: number };
      response.writeHead(200, { "content-type": "application/jsonl" });
      if (limit !== undefined) return response.end('{"id":"ä"}\n{"id":"€"}\n');
      response.on("close", () => (left += 1));
      return response.write('{"id":"first"}\n');
    },
    "/traces/file/create": (response, body) => {
      sendJson(response, 200, {
        digest: `${body.includes("upload")} ${body.includes("page.txt")}`,
      });
    },
    "/traces/file/content": (response) => response.end(Buffer.from([1, 2, 255])),
    "/traces/calls/query_stats": (response) => {
      response.setHeader("content-type", "application/json");
      response.end('{"count":9223372036854775807}');
    },
    "/training/v1/health": (response) => sendJson(response, 200, { status: "ok" }),
    "/inference/v1/chat/completions": (response, body) => {
      const [, seed] = /"seed":(\d+)/.exec(body) ?? [];
      if (seed !== undefined) return sendJson(response, 200, { id: seed });
      response.writeHead(200, { "content-type": "text/event-stream" });
      const chunk = (content: string): string =>
        JSON.stringify({ choices: [{ delta: { content } }] });
      response.write(`: hello\n\ndata: ${chunk("Grüß")}\n\n`);
      return response.end(`data: ${chunk(" Gott")}\n\ndata: [DONE]\n\n`);
    },
  };
  const answer: Answerer = (response, _attempt, { method, url, body }) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*, authorization");
    response.setHeader("access-control-allow-methods", "*");
    response.setHeader("access-control-expose-headers", "x-request-id");
    response.setHeader("x-request-id", "r1");
    const route = method === "OPTIONS" ? undefined : routes[url];
    return route === undefined ? response.writeHead(204).end() : route(response, body);
  };
  return { answer, streamsLeft: () => left };
}
