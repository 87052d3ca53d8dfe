/**
 * Public entry of the runtime: what generated code and handlers import. Runs on every JavaScript platform; `node/` and `web/`
 * connect a server to one of them.
 */
export type { AppOf } from './api/app-of.js';
export type * from './api/auth.js';
export type * from './api/credentials.js';
export type * from './api/definition.js';
export type * from './api/handler-context.js';
export type * from './api/handlers.js';
export type * from './api/request-context.js';
export type * from './forward/forward-definition.js';
export { fillPlaceholder, notImplemented, pickValidators } from './api/generated-code.js';
export type { Authenticate } from './http/find-sender.js';
export type { HttpOptions } from './http/http-options.js';
export type { Route, Routes } from './http/routes.js';
export type { EntryControl, ServerControl } from './service/server-control.js';
export { AccessError, NotFoundError, ProtocolError } from './protocol/protocol-error.js';
export {
  audio,
  embeddedResource,
  error,
  image,
  resourceLink,
  results,
  structured,
  text,
  withMeta,
} from './api/builders.js';
export type {
  Annotations,
  BlockOptions,
  EmbeddedContents,
  ResourceLinkDetails,
  ResultItem,
  ToolResult,
} from './api/builders.js';
export { StoreError } from './api/store.js';
export type { LogEntry, Store, StoreHost, Stores } from './api/store.js';
export type { TaskRecord, TaskStatus, TaskStore } from './api/task-store.js';
export type { LegacyRevision, ModernRevision, Revision } from './protocol/revisions.js';
