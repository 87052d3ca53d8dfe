import { StoreError } from '../../../core/api/store.js';
import type { IssuedRequest } from '../../../core/eras/modern/flow.js';
import { messageOf } from '../../../wire/protocol-error.js';
import { loadTools } from '../../../core/service/load-tools.js';
import { formatReport } from '../../../core/service/report.js';
import type { Tool } from '../../../core/service/tool.js';
import { takeLease, type Lease } from '../../../core/sharing/lease.js';
import { callKey } from '../durable-call.js';
import type { SharedTaskBoard } from '../shared-task-board.js';
import { isOpen, type KeptResponse, type KeptTask, type SharedRecord } from '../shared-tasks.js';
import { readState, type DurableState } from './durable-state.js';
import { TaskRun } from './task-run.js';
import type { WorkerHost } from './worker-host.js';

/** Delay before a task that another process is running is redelivered, in milliseconds. */
const busyMs = 250;
/** Maximum time by which a task can be delivered early, in milliseconds. */
const earlyMs = 10_000;
/** Maximum number of interrupted runs, because a task that always crashes its process must not be retried forever. */
const maxInterruptions = 5;

/**
 * Runs a durable task until it ends, or waits for client responses.
 *
 * @returns Delay before the task must be redelivered, in milliseconds; `undefined`: never.
 * @throws StoreError if the store cannot be reached.
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
  const responses = await readResponses(board, state);
  const { phase, asked, begun, interruptions } = state.flow;
  const { clock } = board.tasks;
  await clock.compare();
  const hasChanges = responses.size > 0 || asked.some(({ expiresAt = Infinity }) => expiresAt <= clock.now());
  if (phase === 'waiting' && record.status === 'input_required' && !hasChanges) return nextExpiry(asked, clock.now());
  const tools = await loadTools(service);
  const params = JSON.parse(state.call.params) as { readonly name: string };
  const tool = tools.get(params.name);
  if (tool === undefined) return fail(host, record, `The worker has no tool "${params.name}"`);
  const isInterrupted = phase === 'running';
  const problem = isInterrupted ? findInterruptionProblem(tool, begun, interruptions) : undefined;
  if (problem !== undefined) return fail(host, record, problem);
  // From here on, changes of a process that was presumed dead are rejected.
  await state.change({ phase: 'running', begun: [], interruptions: interruptions + (isInterrupted ? 1 : 0) });
  const working = await showWorking(board, kept);
  return working && new TaskRun(host, working, state, { tool, responses, lost: lease.lost }).run();
}

/**
 * Returns the time until the next client request expires, in milliseconds, if it expires soon. Its queue entry may
 * arrive slightly early, because processes know the time of the store only to within a few milliseconds.
 */
function nextExpiry(asked: readonly IssuedRequest[], now: number): number | undefined {
  const leftMs = Math.min(...asked.map(({ expiresAt = Infinity }) => expiresAt)) - now;
  return leftMs <= earlyMs ? Math.max(1, leftMs) : undefined;
}

/**
 * Removes the client requests of the last run from a task. Returns `undefined` if the task has ended in the meantime.
 */
async function showWorking({ tasks }: SharedTaskBoard, kept: KeptTask): Promise<KeptTask | undefined> {
  const { record } = kept;
  if (record.status === 'working') return kept;
  const lastUpdatedAt = tasks.clock.text();
  return tasks.replace(kept, { ...record, status: 'working', detail: undefined, lastUpdatedAt });
}

/**
 * Returns the reason why a task cannot be run. Store errors are rethrown, because the store may be reachable when the
 * task is redelivered.
 */
function toReason(error: unknown): string {
  if (error instanceof StoreError) throw error;
  return messageOf(error);
}

/** Reads the responses to pending client requests, by key. */
async function readResponses(
  { tasks }: SharedTaskBoard,
  { call, flow }: DurableState,
): Promise<ReadonlyMap<string, KeptResponse>> {
  const keys = flow.asked.flatMap(({ wireKey }) => (wireKey === undefined ? [] : [wireKey]));
  const found = await Promise.all(keys.map(async (key) => [key, await tasks.readResponse(call.taskId, key)] as const));
  return new Map(found.flatMap(([key, response]) => (response === undefined ? [] : [[key, response]])));
}

/** Returns the reason why an interrupted task cannot continue; `undefined` if it can. */
function findInterruptionProblem(
  { definition }: Tool,
  begun: readonly string[],
  interruptions: number,
): string | undefined {
  if (interruptions >= maxInterruptions) return `The task was interrupted ${interruptions + 1} times`;
  const [step] = begun;
  if (step === undefined || definition.task?.isRepeatable === true) return undefined;
  return `The worker ended while the step "${step}" was running, and the tool is not idempotent: it is unknown whether the step was completed`;
}

async function fail({ board, service }: WorkerHost, { taskId }: SharedRecord, message: string): Promise<undefined> {
  service.report(formatReport('TASK', message));
  const detail = `"error":${JSON.stringify({ code: -32603, message })}`;
  await board.tasks.end(taskId, { status: 'failed', statusMessage: message, detail });
  await board.tasks.store.remove(callKey(taskId));
}
