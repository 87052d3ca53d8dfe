// oxlint-disable-next-line typescript/triple-slash-reference -- ambient declarations cannot be imported
/// <reference path="../../../templates/view-assets.d.ts" preserve="true" />

/**
 * Exports for view pages, imported by `generated/views/`. They require the package `@modelcontextprotocol/ext-apps`.
 */
export { openView } from './open-view.js';
export { ConnectionError, RequestError, settle, TimeoutError, ToolError } from '../client/call-error.js';
export { InvalidResultError } from '../client/invalid-result-error.js';
export type { CallError, Settled } from '../client/call-error.js';
export type { ToolCallResult } from '../client/results.js';
export type { ViewFacts } from './open-view.js';
export type {
  DisplayMode,
  HostContext,
  ModelContext,
  RemoveListener,
  View,
  ViewInput,
  ViewOptions,
  ViewResult,
} from './view.js';
export type * from './deprecated.js';
