/**
 * Exports for tests of a server: its typed client in memory, and one call in every revision and on every transport, compared.
 * No server loads them.
 */
export { ConnectionError, RequestError, settle, TimeoutError, ToolError } from '../client/call-error.js';
export { InvalidResultError } from '../client/invalid-result-error.js';
export { open } from './open.js';
export { compareEras } from './compare-eras.js';
export type {
  ComparedCall,
  CompareOptions,
  Effects,
  MakeServer,
  ParityReport,
  ServerUnderTest,
} from './compare-eras.js';
export type { AnswerScript, ScriptedAnswer } from './script-answers.js';
export type { Inability } from './play-call.js';
export type { EraRun, Outcome, SeenQuestion, TestCase, Transport } from './test-case.js';
export type { CallError, Settled } from '../client/call-error.js';
export type { ClientProject, OpenOptions, OpenServer } from './open.js';
export type { SeenLog, SeenProgress } from './memory-peer.js';
export { listExamples } from './list-examples.js';
export type { ExampleProject, ExampleTest, ToolExample } from './list-examples.js';
export { listProblems } from './list-problems.js';
export type { ValueProblem } from './list-problems.js';
