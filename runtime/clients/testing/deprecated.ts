/** Old names of the testing kit. */
import { compareProtocolVersions } from './compare-protocol-versions.js';
import type { RecordedLog, RecordedProgress } from './memory-peer.js';
import { openTestServer } from './open-test-server.js';
import type { MissingCapability } from './play-call.js';
import type { ResponseScript, ScriptedResponse } from './script-responses.js';
import type { RecordedClientRequest } from './recorded-client-request.js';
import type { ProtocolRun } from './test-case.js';

/** @deprecated Use {@link openTestServer}. Removed in 0.5. */
export const open = openTestServer;

/** @deprecated Use {@link compareProtocolVersions}. Removed in 0.5. */
export const compareEras = compareProtocolVersions;

/** @deprecated Use {@link ProtocolRun}. Removed in 0.5. */
export type EraRun = ProtocolRun;

/** @deprecated Use {@link RecordedClientRequest}. Removed in 0.5. */
export type SeenQuestion = RecordedClientRequest;

/** @deprecated Use {@link RecordedLog}. Removed in 0.5. */
export type SeenLog = RecordedLog;

/** @deprecated Use {@link RecordedProgress}. Removed in 0.5. */
export type SeenProgress = RecordedProgress;

/** @deprecated Use {@link MissingCapability}. Removed in 0.5. */
export type Inability = MissingCapability;

/** @deprecated Use {@link ScriptedResponse}. Removed in 0.5. */
export type ScriptedAnswer = ScriptedResponse;

/** @deprecated Use {@link ResponseScript}. Removed in 0.5. */
export type AnswerScript = ResponseScript;
