import { StoreError } from '../api/store.js';
import { messageOf } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
import { loadTools } from '../service/load-tools.js';
import type { Tool } from '../service/service.js';
import { takeLease, type Lease } from '../stores/lease.js';
import { callKey } from '../tasks/durable-call.js';
import type { SharedTaskBoard } from '../tasks/shared-task-board.js';
import { isOpen, type KeptTask, type SharedRecord } from '../tasks/shared-tasks.js';
import type { JsonObject } from '../protocol/json-object.js';
import { readState, type DurableState } from './durable-state.js';
import { TaskRun } from './task-run.js';
import type { WorkerHost } from './worker-host.js';

/** Milliseconds after which a task comes again that another process is running. */
const busyMs = 250;
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
  const state = await readState(service, board.tasks.store, record).catch(toReason);
  if (typeof state === 'string') return fail(host, record, state);
  const answers = await readAnswers(board, state);
  const { phase, asked, begun, interruptions } = state.flow;
  const isNews = Object.keys(answers).length > 0 || asked.some(({ expiresAt = Infinity }) => expiresAt <= Date.now());
  if (phase === 'waiting' && record.status === 'input_required' && !isNews) return undefined;
  await loadTools(service);
  const params = JSON.parse(state.call.params) as { readonly name: string };
  const tool = service.tools?.get(params.name);
  if (tool === undefined) return fail(host, record, `The worker has no tool "${params.name}"`);
  const isInterrupted = phase === 'running';
  const problem = isInterrupted ? judgeInterruption(tool, begun, interruptions) : undefined;
  if (problem !== undefined) return fail(host, record, problem);
  // From here on the changes of a process that was taken for dead do not count.
  await state.change({ phase: 'running', begun: [], interruptions: interruptions + (isInterrupted ? 1 : 0) });
  const working = await showWorking(board, kept);
  return working && new TaskRun(host, working, state, { tool, answers, lost: lease.lost }).run();
}

/** Takes the questions of the last run out of a task. Returns `undefined` when the task has ended in the meantime. */
async function showWorking({ tasks }: SharedTaskBoard, kept: KeptTask): Promise<KeptTask | undefined> {
  const { record } = kept;
  if (record.status === 'working') return kept;
  const lastUpdatedAt = new Date().toISOString();
  return tasks.replace(kept, { ...record, status: 'working', detail: undefined, lastUpdatedAt });
}

/** The reason why a task cannot be run. The store may be there again when the task comes again. */
function toReason(error: unknown): string {
  if (error instanceof StoreError) throw error;
  return messageOf(error);
}

/** The answers to open questions, by key. */
async function readAnswers({ tasks }: SharedTaskBoard, { call, flow }: DurableState): Promise<JsonObject> {
  const keys = flow.asked.flatMap(({ wireKey }) => (wireKey === undefined ? [] : [wireKey]));
  const found = await Promise.all(keys.map(async (key) => [key, await tasks.readAnswer(call.taskId, key)] as const));
  return Object.fromEntries(found.filter(([, answer]) => answer !== undefined));
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
