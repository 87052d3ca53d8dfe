/** Exports for tests of a server: one call in every revision and on every transport, compared. No server loads them. */
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
