import { StoreError } from '../../../core/api/store.js';
import type { IssuedRequest, StepOutcome } from '../../../core/eras/modern/flow.js';
import { messageOf } from '../../../wire/protocol-error.js';
import { formatReport } from '../../../core/service/report.js';
import { seal, unseal } from '../../../core/sharing/state-seal.js';
import type { Service } from '../../../core/service/service.js';
import { retryWhileAway } from '../../../core/sharing/retry-while-away.js';
import { callKey, type DurableCall } from '../durable-call.js';
import type { SharedRecord, SharedTasks } from '../shared-tasks.js';

/** Maximum length of a sealed state, in characters. */
const maxCharacters = 8 * 1024 * 1024;

/** Time for which a change waits for an unreachable store, in milliseconds, because the result of a step must not be lost. */
const awayMs = 10 * 60_000;

/** Thrown if another process has changed the state of the task, so that this process must stop. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

/** The state of a durable call between its runs. */
export interface DurableFlow {
  /** ID of the flow, which is the same in all runs. */
  readonly id: string;
  /**
   * Phase of the flow. `queued`: the next run continues. `running`: a run is active, or was interrupted. `waiting`:
   * client requests are pending.
   */
  readonly phase: 'queued' | 'running' | 'waiting';
  readonly asked: readonly IssuedRequest[];
  readonly steps: readonly (readonly [name: string, outcome: StepOutcome])[];
  /** Steps that have started but not ended. */
  readonly begun: readonly string[];
  /** Keys of all client requests that were sent. */
  readonly keys: readonly string[];
  /** Numbers of runs that ended with an error, and of interrupted runs. */
  readonly failures: number;
  readonly interruptions: number;
  /** Span of the last ended run. Absent without telemetry. */
  readonly traceparent?: string | undefined;
}

/** Call and flow of a durable task, sealed in the store. */
export class DurableState {
  readonly call: DurableCall;
  readonly #service: Service;
  readonly #tasks: SharedTasks;
  readonly #record: SharedRecord;
  #flow: DurableFlow;
  /** The sealed text in the store. */
  #sealed: string;
  /** Resolves when all previous changes are stored. */
  #stored: Promise<unknown> = Promise.resolve();

  constructor(
    service: Service,
    tasks: SharedTasks,
    record: SharedRecord,
    stored: { readonly sealed: string; readonly call: DurableCall; readonly flow: DurableFlow },
  ) {
    this.#service = service;
    this.#tasks = tasks;
    this.#record = record;
    this.#sealed = stored.sealed;
    this.call = stored.call;
    this.#flow = stored.flow;
  }

  get flow(): DurableFlow {
    return this.#flow;
  }

  /**
   * Changes the flow. Resolves when the change is stored.
   *
   * @throws OvertakenError if another process has changed the flow; StoreError if the store is unreachable for ten
   *   minutes; Error for a flow that is too long.
   */
  change(members: Partial<DurableFlow>): Promise<void> {
    this.#flow = { ...this.#flow, ...members };
    const stored = this.#stored.then(() => this.#write(this.#flow));
    // A failed change must not fail the next one; each is attempted independently.
    this.#stored = stored.catch(() => {});
    return stored;
  }

  async #write(flow: DurableFlow): Promise<void> {
    const sealed = await seal(this.#service, JSON.stringify({ call: this.call, flow }));
    if (sealed.length > maxCharacters) {
      throw new Error(`Elicitation results and steps exceed the task limit of ${maxCharacters} characters`);
    }
    const { store } = this.#tasks;
    const key = callKey(this.call.taskId);
    const isStored = await retryWhileAway(
      async () =>
        (await store.replace(key, this.#sealed, sealed, await this.#tasks.timeLeft(this.#record))) ||
        // The command was retried after the store had executed it.
        (await store.read(key)) === sealed,
      awayMs,
    );
    if (!isStored) throw new OvertakenError('Another process has taken over the task');
    this.#sealed = sealed;
  }
}

/**
 * Reads the state of a durable task.
 *
 * @throws Error for a state that is missing or cannot be decrypted. If it cannot be decrypted, advice is reported to the operator.
 */
export async function readState(service: Service, tasks: SharedTasks, record: SharedRecord): Promise<DurableState> {
  const { taskId } = record;
  const sealed = await tasks.store.read(callKey(taskId));
  if (sealed === undefined) throw new Error('The call of the task no longer exists');
  const content = JSON.parse(await unsealState(service, sealed)) as DurableCall | StoredCall;
  // The process that started the task stored only the call.
  const { call, flow = newFlow() } = 'call' in content ? content : { call: content };
  if (call.taskId !== taskId) throw new Error('The stored call belongs to a different task');
  return new DurableState(service, tasks, record, { sealed, call, flow });
}

interface StoredCall {
  readonly call: DurableCall;
  readonly flow?: DurableFlow;
}

function newFlow(): DurableFlow {
  const nothing = { asked: [], steps: [], begun: [], keys: [] };
  return { id: crypto.randomUUID(), phase: 'queued', ...nothing, failures: 0, interruptions: 0 };
}

async function unsealState(service: Service, sealed: string): Promise<string> {
  try {
    return await unseal(service, sealed);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const advice = 'Give all servers and workers the same keys (MCP_STATE_KEYS)';
    service.report(
      formatReport('TASK', `The stored call of a task cannot be decrypted: ${messageOf(error)}. ${advice}`),
    );
    throw new Error('The call of the task cannot be decrypted', { cause: error });
  }
}
