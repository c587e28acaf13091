export type { ProjectOfRef } from "./access/projects.ts";
export { component } from "./component.ts";
export { documentOf } from "./document.ts";
export type { DocumentSource } from "./document.ts";
export * from "./errors.ts";
export type { FilePart, Handler, HandlerRequest, MultipartBody } from "./handler.ts";
export type {
  AccessLevel,
  ContentSpec,
  Framing,
  OperationSpec,
  ParameterSpec,
} from "./operation.ts";
export type { AppOptions, ErrorFacts, Limits, RequestFacts } from "./options.ts";
export { json, rawText, serialise } from "./raw-json.ts";
export { bytes, jsonl, reply } from "./reply.ts";
export type { BytesReply, JsonReply, Reply, ReplyHeaders, StreamReply } from "./reply.ts";
export { errorResponse } from "./respond/error-response.ts";
export { serviceApp } from "./service-app.ts";
export type { ServiceSpec } from "./service.ts";
