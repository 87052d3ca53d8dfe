import { isJsonObject, type JsonObject } from '../../../runtime/wire/json.js';
import { containsValue } from './contains-value.js';
import type { EvaluatedServer, HandledCall } from './evaluated-server.js';
import { judgeRun, type AskedQuestion } from './judge-run.js';
import type { MockTool } from './mock-results.js';
import { shorten } from './print-result.js';
import type { RecordedQuestion, RecordedRun } from './recording.js';
import { digestTools } from './recording.js';
import type { RecordingFile } from './recording-files.js';
import type { RecordedCall, RecordedStep } from './transcript.js';

/** Part of a recording that no longer fits the definition. */
export interface Misfit {
  /** File of the recording. */
  readonly file: string;
  readonly question: string;
  readonly reason: string;
}

/** What a replay needs. */
export interface ReplayContext {
  readonly server: EvaluatedServer;
  /** Returns results of handlers that the recording does not contain. */
  readonly mock: MockTool;
  /** Current questions. */
  readonly questions: readonly AskedQuestion[];
  /** Names of the tools of the definition. */
  readonly tools: ReadonlySet<string>;
  readonly timeoutMs: number;
}

/** Outcome of the replay of one file. */
export interface ReplayOutcome {
  readonly misfits: readonly Misfit[];
  readonly notes: readonly string[];
  /** Number of runs that were replayed. */
  readonly runs: number;
}

/**
 * Repeats the calls of a recording against the current server, and judges them by the current questions. Runs that
 * failed when they were recorded only need to exist.
 */
export async function replayRecording(
  { name, recording }: RecordingFile,
  context: ReplayContext,
): Promise<ReplayOutcome> {
  const misfits: Misfit[] = [];
  let runs = 0;
  let failed = 0;
  for (const recorded of recording.questions) {
    const current = context.questions.find(({ ask }) => ask === recorded.ask);
    const found =
      current === undefined ? ['the question no longer exists'] : await replayQuestion(recorded, current, context);
    for (const reason of new Set(found)) misfits.push({ file: name, question: recorded.ask, reason });
    runs += recorded.runs.length;
    failed += recorded.runs.filter(({ passed }) => !passed).length;
  }
  const isChanged = digestTools(context.server.tools) !== recording.tools.digest;
  const notes = [
    ...(failed > 0 ? [`${name}: ${failed} of ${runs} runs had failed when they were recorded`] : []),
    ...(isChanged ? [`${name}: names, descriptions or schemas have changed; record again to measure the effect`] : []),
  ];
  return { misfits, notes, runs };
}

async function replayQuestion(
  recorded: RecordedQuestion,
  current: AskedQuestion,
  context: ReplayContext,
): Promise<readonly string[]> {
  const reasons: string[] = [];
  for (const run of recorded.runs) {
    const unfit: string[] = [];
    const steps: RecordedStep[] = [];
    for (const step of run.steps) {
      const calls: RecordedCall[] = [];
      for (const call of step.calls) calls.push(await replayCall(call, context, unfit));
      steps.push({ ...step, calls });
    }
    reasons.push(...unfit);
    if (run.passed && unfit.length === 0) reasons.push(...judgeAgain({ ...run, steps }, current, context.tools));
  }
  return reasons;
}

function judgeAgain(run: RecordedRun, current: AskedQuestion, tools: ReadonlySet<string>): readonly string[] {
  return judgeRun(current, run, tools).reasons.map((reason) => `no longer as expected: ${reason}`);
}

/** Repeats a call. Adds the reason if it succeeded when it was recorded and does not now. */
async function replayCall(call: RecordedCall, context: ReplayContext, unfit: string[]): Promise<RecordedCall> {
  const { server, timeoutMs } = context;
  if (call.isTruncated === true || !isJsonObject(call.arguments)) return call;
  if (!server.tools.some(({ name }) => name === call.tool)) {
    if (!call.isError || call.handled.length > 0) unfit.push(`the tool ${call.tool} no longer exists`);
    return call;
  }
  server.mock = mockFrom(call.handled, context.mock);
  const { isError, text, handled } = await server.call(call.tool, call.arguments, timeoutMs);
  // The handler of a recorded call may have failed. Its arguments were valid anyway.
  const wasValid = !call.isError || call.handled.length > 0;
  if (wasValid && isError && handled.length < Math.max(1, call.handled.length)) {
    unfit.push(
      `the call of ${call.tool} with ${shorten(JSON.stringify(call.arguments), 200)} fails: ${shorten(text, 300)}`,
    );
  }
  return { ...call, isError: wasValid ? isError : call.isError, handled: wasValid ? handled : call.handled };
}

/** Returns recorded results for the same calls, each once, and mocked ones for others. */
function mockFrom(recorded: readonly HandledCall[], mock: MockTool): MockTool {
  const left = [...recorded];
  return (tool: string, input: JsonObject) => {
    const index = left.findIndex((call) => call.tool === tool && containsValue(input, call.arguments));
    const [found] = index < 0 ? [] : left.splice(index, 1);
    return found?.result ?? mock(tool, input);
  };
}
