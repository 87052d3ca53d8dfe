/**
 * Exports for tests: typed client in memory, and comparison of one call in every protocol version and on every
 * transport. Not loaded by servers.
 */
export { ConnectionError, RequestError, settle, TimeoutError, ToolError } from '../client/call-error.js';
export { InvalidResultError } from '../client/invalid-result-error.js';
export { openTestServer } from './open-test-server.js';
export { compareProtocolVersions } from './compare-protocol-versions.js';
export type {
  ComparedCall,
  CompareOptions,
  Effects,
  MakeServer,
  ParityReport,
  ServerUnderTest,
} from './compare-protocol-versions.js';
export type { ResponseScript, ScriptedResponse } from './script-responses.js';
export type { MissingCapability } from './play-call.js';
export type { RecordedClientRequest } from './recorded-client-request.js';
export type { ProtocolRun, Outcome, TestCase, Transport } from './test-case.js';
export type { CallError, Settled } from '../client/call-error.js';
export type { ClientProject, OpenOptions, OpenServer } from './open-test-server.js';
export type { RecordedLog, RecordedProgress } from './memory-peer.js';
export { listExamples } from './list-examples.js';
export type { ExampleProject, ExampleTest, ToolExample } from './list-examples.js';
export { listProblems } from './list-problems.js';
export type { ValueProblem } from './list-problems.js';
export * from './deprecated.js';
