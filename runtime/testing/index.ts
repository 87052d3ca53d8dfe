/** What tests of a server import: one call in every revision and on every transport, compared. No server loads it. */
export { compareEras } from './compare-eras.js';
export type { ComparedCall, CompareOptions, MakeServer, ParityReport, ServerUnderTest } from './compare-eras.js';
export type { AnswerScript, ScriptedAnswer } from './script-answers.js';
export type { Effects } from './record-effects.js';
export type { Inability } from './play-call.js';
export type { Passage, Transport } from './list-passages.js';
export type { EraRun, Outcome, SeenQuestion } from './era-run.js';
