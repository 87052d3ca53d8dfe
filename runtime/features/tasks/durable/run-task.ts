import { StoreError } from '../../../core/api/store.js';
import type { IssuedRequest } from '../../../core/eras/modern/flow.js';
import { messageOf } from '../../../wire/protocol-error.js';
import { loadTools } from '../../../core/service/load-tools.js';
import { formatReport } from '../../../core/service/report.js';
import type { Tool } from '../../../core/service/tool.js';
import { takeLease, type Lease } from '../../../core/sharing/lease.js';
import { callKey } from '../durable-call.js';
import type { SharedTaskBoard } from '../shared-task-board.js';
import { isOpen, type KeptAnswer, type KeptTask, type SharedRecord } from '../shared-tasks.js';
import { readState, type DurableState } from './durable-state.js';
import { TaskRun } from './task-run.js';
import type { WorkerHost } from './worker-host.js';

/** Milliseconds after which a task comes again that another process is running. */
const busyMs = 250;
/** Milliseconds by which a task may come too early. */
const earlyMs = 10_000;
/** Maximum number of interrupted runs: a task that ends its process each time must not go on for ever. */
const maximalInterruptions = 5;

/**
 * Runs a durable task until it ends, or can only wait for answers.
 *
 * @returns Milliseconds after which the task has to come again; `undefined`: it need not.
 * @throws StoreError when the store cannot be reached.
 */
export async function runTask(host: WorkerHost, taskId: string): Promise<number | undefined> {
  const { tasks } = host.board;
  const lease = await takeLease(tasks.store, `task:${taskId}:lease`);
  if (lease === undefined) return busyMs;
  try {
    const kept = await tasks.read(taskId);
    if (kept === undefined || !isOpen(kept.record)) {
      await tasks.store.remove(callKey(taskId));
      return undefined;
    }
    return await runOpen(host, kept, lease);
  } finally {
    await lease.release().catch(() => {});
  }
}

async function runOpen(host: WorkerHost, kept: KeptTask, lease: Lease): Promise<number | undefined> {
  const { service, board } = host;
  const { record } = kept;
  const state = await readState(service, board.tasks, record).catch(toReason);
  if (typeof state === 'string') return fail(host, record, state);
  const answers = await readAnswers(board, state);
  const { phase, asked, begun, interruptions } = state.flow;
  const { clock } = board.tasks;
  await clock.compare();
  const isNews = answers.size > 0 || asked.some(({ expiresAt = Infinity }) => expiresAt <= clock.now());
  if (phase === 'waiting' && record.status === 'input_required' && !isNews) return nextExpiry(asked, clock.now());
  const tools = await loadTools(service);
  const params = JSON.parse(state.call.params) as { readonly name: string };
  const tool = tools.get(params.name);
  if (tool === undefined) return fail(host, record, `The worker has no tool "${params.name}"`);
  const isInterrupted = phase === 'running';
  const problem = isInterrupted ? judgeInterruption(tool, begun, interruptions) : undefined;
  if (problem !== undefined) return fail(host, record, problem);
  // From here on the changes of a process that was taken for dead do not count.
  await state.change({ phase: 'running', begun: [], interruptions: interruptions + (isInterrupted ? 1 : 0) });
  const working = await showWorking(board, kept);
  return working && new TaskRun(host, working, state, { tool, answers, lost: lease.lost }).run();
}

/**
 * Milliseconds until the next question is given up, if that is soon. The entry of the queue that is for it may come a little early,
 * because processes know the time of the store to some milliseconds only.
 */
function nextExpiry(asked: readonly IssuedRequest[], now: number): number | undefined {
  const leftMs = Math.min(...asked.map(({ expiresAt = Infinity }) => expiresAt)) - now;
  return leftMs <= earlyMs ? Math.max(1, leftMs) : undefined;
}

/** Takes the questions of the last run out of a task. Returns `undefined` when the task has ended in the meantime. */
async function showWorking({ tasks }: SharedTaskBoard, kept: KeptTask): Promise<KeptTask | undefined> {
  const { record } = kept;
  if (record.status === 'working') return kept;
  const lastUpdatedAt = tasks.clock.text();
  return tasks.replace(kept, { ...record, status: 'working', detail: undefined, lastUpdatedAt });
}

/** The reason why a task cannot be run. The store may be there again when the task comes again. */
function toReason(error: unknown): string {
  if (error instanceof StoreError) throw error;
  return messageOf(error);
}

/** The answers to open questions, by key. */
async function readAnswers(
  { tasks }: SharedTaskBoard,
  { call, flow }: DurableState,
): Promise<ReadonlyMap<string, KeptAnswer>> {
  const keys = flow.asked.flatMap(({ wireKey }) => (wireKey === undefined ? [] : [wireKey]));
  const found = await Promise.all(keys.map(async (key) => [key, await tasks.readAnswer(call.taskId, key)] as const));
  return new Map(found.flatMap(([key, answer]) => (answer === undefined ? [] : [[key, answer]])));
}

/** The reason why a task that was interrupted cannot go on; `undefined`: it can. */
function judgeInterruption({ definition }: Tool, begun: readonly string[], interruptions: number): string | undefined {
  if (interruptions >= maximalInterruptions) return `The task was interrupted ${interruptions + 1} times`;
  const [step] = begun;
  if (step === undefined || definition.task?.isRepeatable === true) return undefined;
  return `The worker ended while the step "${step}" ran, and the tool is not idempotent: it is unknown whether the step was done`;
}

async function fail({ board, service }: WorkerHost, { taskId }: SharedRecord, message: string): Promise<undefined> {
  service.report(formatReport('TASK', message));
  const detail = `"error":${JSON.stringify({ code: -32603, message })}`;
  await board.tasks.end(taskId, { status: 'failed', statusMessage: message, detail });
  await board.tasks.store.remove(callKey(taskId));
}
