import {
  parentPort,
  receiveMessageOnPort,
  workerData,
  type MessagePort,
} from "node:worker_threads";
import { asTextError } from "../errors.ts";
import { errorMessage } from "../threads/error-message.ts";
import { Activity } from "./activity.ts";
import { carryOut } from "./carry-out.ts";
import { MaskHost } from "./mask-host.ts";
import type { MaskRequest, TextReply, TextRequest, TextWorkerData } from "./protocol.ts";
import { TextModels } from "./text-models.ts";

// The thread that `TextWorker` starts. One piece of work after another; masks before calls, since streams wait for them.

const client = parentPort;
if (client === null) throw new Error("text/worker runs in a worker thread.");

const activity = new Activity((workerData as TextWorkerData).activity);
const models = new TextModels();
const connections = new Map<MessagePort, MaskHost>();
const maskWork: { readonly host: MaskHost; readonly request: MaskRequest }[] = [];
const calls: TextRequest[] = [];
let isWorking = false;

client.on("message", (request: TextRequest) => {
  calls.push(request);
  void work();
});

async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  for (;;) {
    // What has come while the last piece was worked on, and has not reached its listener yet.
    for (const [port, host] of connections) {
      let received = receiveMessageOnPort(port);
      while (received !== undefined) {
        maskWork.push({ host, request: received.message as MaskRequest });
        received = receiveMessageOnPort(port);
      }
    }
    const mask = maskWork.shift();
    const call = mask === undefined ? calls.shift() : undefined;
    if (mask !== undefined) await mask.host.handle(mask.request);
    else if (call !== undefined) await answer(call);
    else break;
  }
  isWorking = false;
}

async function answer(request: TextRequest): Promise<void> {
  switch (request.kind) {
    case "task":
      reply(await replyTo(request));
      return;
    case "unload":
      models.unload(request.modelId);
      return;
    case "connect":
      connect(request.port, request.source);
  }
}

async function replyTo(request: TextRequest & { readonly kind: "task" }): Promise<TextReply> {
  const { id } = request;
  try {
    return { id, result: await carryOut(request, models, activity) };
  } catch (error) {
    return { id, failure: errorMessage(asTextError(error)) };
  }
}

function connect(port: MessagePort, source: number): void {
  const host = new MaskHost(models, activity, port, source);
  connections.set(port, host);
  port.on("message", (request: MaskRequest) => {
    maskWork.push({ host, request });
    void work();
  });
  port.on("close", () => {
    connections.delete(port);
    host.dispose();
  });
}

function reply(message: TextReply): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
  client?.postMessage(message);
}
