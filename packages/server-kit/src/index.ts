export type { ByName, NamedProjects, Owner, ProjectNames } from "./access/finders.ts";
export type { ProjectPlace } from "./access/project-place.ts";
export { keywords } from "./keywords.ts";
export { combinedErrorBody } from "./combined-error-body.ts";
export { component } from "./component.ts";
export { documentOf, registerComponents } from "./document.ts";
export type { DocumentSource, Registry } from "./document.ts";
export * from "./errors.ts";
export type { BytesBody, FilePart, Handler, HandlerRequest, MultipartBody } from "./handler.ts";
// A star export, since only its members can be extended by declaration merging.
export * from "./handler-context.ts";
export { methodsAt } from "./methods-at.ts";
export { notBuilt } from "./not-built.ts";
export type {
  AccessLevel,
  ContentSpec,
  Framing,
  OperationSpec,
  ParameterSpec,
  StatusKey,
} from "./operation.ts";
export type { OpenAiError } from "./openai-error.ts";
export type {
  AppOptions,
  ErrorFacts,
  Limits,
  PartialOptions,
  RequestFacts,
  ServiceOptions,
  SomeHandlers,
  WholeOptions,
} from "./options.ts";
export { plainService, problemDetails } from "./plain-service.ts";
export type { PlainServiceOptions } from "./plain-service.ts";
export { int64Of, json, rawText, serialise } from "./raw-json.ts";
export { bytes, jsonl, reply, sse } from "./reply.ts";
export type { BytesReply, JsonReply, Reply, ReplyHeaders, StreamReply } from "./reply.ts";
export { routePath } from "./route-path.ts";
export type { RoutePath } from "./route-path.ts";
export { documentHead, routesOf } from "./routes/routes-of.ts";
export type { DocumentHead, Route } from "./routes/routes-of.ts";
export { errorResponse } from "./respond/error-response.ts";
export { unnamedMembers } from "./respond/unnamed-members.ts";
export type { MemberPlace, SchemaPart, SchemaReader } from "./respond/unnamed-members.ts";
export { zodReader } from "./respond/zod-reader.ts";
export { notBuiltIn, serviceApp } from "./service-app.ts";
export type { ServiceApp } from "./service-app.ts";
export type { ErrorBody, RefusalStatuses, ServiceSpec, TypedService } from "./service.ts";
