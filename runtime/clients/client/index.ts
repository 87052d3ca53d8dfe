/** Exports for clients of a server, imported by `generated/client.ts`. Not loaded by servers. */
export { createClient } from './create-client.js';
export { ConnectionError, RequestError, settle, TimeoutError, ToolError } from './call-error.js';
export { checkContract } from './check-contract.js';
export { ContractError } from './contract-error.js';
export { InvalidResultError } from './invalid-result-error.js';
export type { CallError, DeclaredToolError, Settled, ToolCall, UndeclaredToolError } from './call-error.js';
export type { ListingPeer } from './check-contract.js';
export type { Contract, ContractDifference } from '../../wire/contract.js';
export type { CallOptions } from './send-request.js';
export type {
  ClientOptions,
  ClientPeer,
  CompleteParams,
  CompletionMethod,
  FailingToolMethod,
  PromptMethod,
  ResourceMethod,
  ResourceTemplateMethod,
  ServerFacts,
  ToolMethod,
} from './create-client.js';
export type {
  CompleteResult,
  GetPromptResult,
  ReceivedContents,
  ReceivedMessage,
  ReadResourceResult,
  ToolCallResult,
} from './results.js';
export type * from './deprecated.js';
