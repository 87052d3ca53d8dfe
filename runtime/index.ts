/**
 * Public entry point of the runtime: the exports that generated code and handlers import. Runs on every JavaScript
 * platform; `node/` and `web/` connect a server to a specific platform.
 */
export type { AppOf } from './core/api/app-of.js';
export type * from './core/api/auth.js';
export type * from './core/api/credentials.js';
export type * from './core/api/definition.js';
export type * from './core/api/deprecated.js';
export type * from './core/api/handler-context.js';
export type * from './core/api/handlers.js';
export type * from './core/api/request-context.js';
export type * from './features/apis/deprecated.js';
export type * from './features/apis/forward-definition.js';
export type * from './features/dry-run/dry-run-context.js';
export { fillPlaceholder, fillUriPlaceholder, notImplemented, pickValidators } from './core/api/generated-code.js';
export type { Authenticate } from './transports/http/find-sender.js';
export type { HttpOptions } from './transports/http/http-options.js';
export type { Route, Routes } from './transports/http/routes.js';
export type { EntryControl, ServerControl } from './core/sharing/server-control.js';
export { AccessError, NotFoundError } from './core/api/errors.js';
export { ProtocolError } from './wire/protocol-error.js';
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
} from './core/api/builders.js';
export type {
  Annotations,
  BlockOptions,
  EmbeddedContents,
  ResourceLinkDetails,
  ResultItem,
  ToolResult,
} from './core/api/builders.js';
export { StoreError } from './core/api/store.js';
export type { LogEntry, Store, StoreHost, Stores } from './core/api/store.js';
export type { TaskRecord, TaskStatus, TaskStore } from './core/api/task-store.js';
export type { LegacyProtocolVersion, ModernProtocolVersion, ProtocolVersion } from './wire/protocol-versions.js';
