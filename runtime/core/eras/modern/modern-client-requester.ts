import type { Exchange } from '../../exchange/exchange.js';
import {
  limitWait,
  maxRetries,
  noResponse,
  withReason,
  type ClientRequest,
  type ClientRequester,
} from '../../exchange/client-requester.js';
import type { Conversation } from '../../client-requests/conversation.js';
import { hashText } from '../../../wire/hash-text.js';
import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { messageOf, ProtocolError } from '../../../wire/protocol-error.js';
import { withResolver } from '../../../wire/promises.js';
import type { ResultBody } from '../../results/result-body.js';
import { reportThrown } from '../../service/report-thrown.js';
import type { Service } from '../../service/service.js';
import {
  canonicalJson,
  maxStateCharacters,
  sealFlow,
  stateTooLong,
  type IssuedRequest,
  type Binding,
  type Flow,
  type StepOutcome,
} from './flow.js';

/** Maximum delay of a timer, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;
/** Maximum wait for steps that run concurrently with a client request, in milliseconds. */
const maxStepMs = 10_000;

/** Pending result of a handler that may be suspended. */
export interface PendingResult {
  /** Whether the handler has returned or thrown. */
  readonly isFinished: boolean;
  /** Responds to the request with a result other than the handler's. */
  replace(body: Promise<ResultBody>): void;
}

/**
 * Stores the client requests and steps of a durable call. Other calls keep them in the state that the client sends
 * back.
 */
export interface FlowKeeper {
  /** Returns the time in milliseconds since 1970, by a clock that all processes that run the call share. */
  now(): number;
  /** Creates a key that no other client request of the call has had. */
  issueKey(name: string): string;
  /** Called before a step runs. The step does not run if this rejects. */
  beginStep(name: string): Promise<void>;
  /**
   * Called when a step has ended. The handler gets the outcome when this resolves, and never gets it if this rejects.
   */
  endStep(name: string, outcome: StepOutcome): Promise<void>;
  /**
   * Called when the handler can only wait for responses.
   *
   * @param asked All client requests that were sent.
   * @param requests Open client requests, by key.
   */
  suspend(asked: readonly IssuedRequest[], requests: ReadonlyMap<string, JsonObject>): Promise<ResultBody>;
}

/** Request that a requester belongs to. */
export interface RequesterScope {
  readonly service: Service;
  readonly exchange: Exchange;
  readonly conversation: Conversation;
  readonly binding: Binding;
  /** Parameters of the request. */
  readonly params: JsonObject;
  /** Client requests and steps of earlier rounds; `undefined` in the first round. */
  readonly flow: Flow | undefined;
  readonly pendingResult: PendingResult | undefined;
  readonly keeper?: FlowKeeper;
}

/** Client request of this round without a response. */
interface OpenClientRequest {
  readonly asked: IssuedRequest;
  readonly request: JsonObject;
  readonly timeoutMs: number;
}

/**
 * Client requester of the modern era: the result of the request carries the client requests. The handler is suspended
 * where it waits, and runs again when the client sends the request again with responses.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 * @see docs/decisions/0034-elicitation-is-one-await-in-both-eras.md
 */
export class ModernClientRequester implements ClientRequester {
  readonly #scope: RequesterScope;
  /** The client's responses to the last round, by key. */
  readonly #responses: JsonObject;
  /** Client requests of earlier rounds that this round has not reached yet. */
  readonly #earlier: IssuedRequest[];
  readonly #completed: IssuedRequest[] = [];
  readonly #open = new Map<string, OpenClientRequest>();
  readonly #steps: Map<string, StepOutcome>;
  /** Total characters of the outcomes of this round's steps. */
  #stepCharacters = 0;
  readonly #requestCounts = new Map<string, number>();
  readonly #stepCounts = new Map<string, number>();
  /** Running steps, each with a function that tells whether it waits for a client request. */
  readonly #running = new Map<Promise<unknown>, () => boolean>();
  /** Resolves with the next client request, and when the next step ends. */
  #changed = withResolver();
  #required: JsonObject | undefined;
  /** Serializes client requests, so that keys are numbered in the order of the calls. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Number of client requests and steps that started or ended. */
  #activity = 0;
  #isSuspending = false;
  /** Whether steps and client requests can no longer start. */
  #isHalted = false;
  #isOver = false;

  constructor(scope: RequesterScope) {
    const { flow, params } = scope;
    const responses = params['inputResponses'];
    this.#scope = scope;
    this.#responses = isJsonObject(responses) ? responses : {};
    this.#earlier = (flow?.asked ?? []).map((asked) => this.#addGiven(asked));
    this.#steps = new Map(flow?.steps);
  }

  send(clientRequest: ClientRequest): Promise<JsonObject> {
    // In older protocol versions, URL-mode elicitations have ids, which differ between runs of a durable task.
    const { elicitationId: _id, ...params } = clientRequest.params ?? {};
    const text = canonicalJson([clientRequest.method, clientRequest.params && params]);
    this.#change();
    return new Promise((resolve, reject) => {
      this.#turn = this.#turn.then(async () => {
        try {
          const fingerprint = await hashText(text);
          if (this.#isOver || this.#isHalted) return;
          const answer = this.#findResult(clientRequest, fingerprint);
          if (answer === undefined) this.#suspendSoon();
          else resolve(answer);
        } catch (error) {
          reject(error as Error);
        }
      });
    });
  }

  refuse(required: JsonObject): Promise<never> {
    // The handler of a task is not run again, so it may catch the error.
    if (this.#scope.keeper !== undefined) return rejectWith(required);
    this.#change();
    this.#required = mergeCapabilities(this.#required, required);
    this.#suspendSoon();
    return new Promise(() => {});
  }

  step(
    name: string,
    run: () => Promise<string | undefined>,
    isAsking: () => boolean = () => false,
  ): Promise<string | undefined> {
    const key = numberName(this.#stepCounts, name);
    const outcome = this.#steps.get(key);
    if (outcome !== undefined) {
      this.#scope.conversation.replayWatch?.recognize();
      return 'error' in outcome ? Promise.reject(new Error(outcome.error)) : Promise.resolve(outcome.json);
    }
    return new Promise((resolve, reject) => {
      if (this.#isOver || this.#isHalted) return;
      this.#activity += 1;
      const { keeper } = this.#scope;
      const started = keeper === undefined ? run() : runKept(keeper, key, run);
      const running: Promise<void> = started.then(
        (json) => this.#endStep(running, key, json === undefined ? {} : { json }, () => resolve(json)),
        (error: unknown) => this.#endStep(running, key, { error: messageOf(error) }, () => reject(error as Error)),
      );
      this.#running.set(running, isAsking);
    });
  }

  /** Prevents further steps and client requests from starting, and suspends the handler when running steps have ended. */
  async halt(): Promise<void> {
    this.#isHalted = true;
    await this.#waitForSteps(Infinity);
    if (this.#scope.pendingResult?.isFinished !== false || this.#isOver) return;
    this.#isOver = true;
    this.#abandon();
  }

  #endStep(running: Promise<unknown>, key: string, outcome: StepOutcome, settle: () => void): void {
    this.#running.delete(running);
    this.#change();
    if (this.#isOver) return;
    this.#keepOutcome(key, outcome);
    settle();
  }

  /** Adds the outcome of a step to the state, unless the state is full. */
  #keepOutcome(key: string, outcome: StepOutcome): void {
    this.#stepCharacters += ('error' in outcome ? outcome.error : (outcome.json ?? '')).length;
    if (this.#stepCharacters <= maxStateCharacters) this.#steps.set(key, outcome);
  }

  #change(): void {
    this.#activity += 1;
    this.#changed.resolve();
    this.#changed = withResolver();
  }

  /** Waits until every step has ended or itself waits for a client request, at most until the deadline. */
  async #waitForSteps(deadline: number): Promise<void> {
    for (let left = 1; left > 0; left = deadline - performance.now()) {
      const busy = [...this.#running].filter(([, isAsking]) => !isAsking()).map(([running]) => running);
      if (busy.length === 0) return;
      const left = Math.min(deadline - performance.now(), maxTimerMs);
      await waitAtMost(left, Promise.race([Promise.all(busy), this.#changed.promise]));
    }
  }

  /** Adds the client's response to a client request of the last round. */
  #addGiven(asked: IssuedRequest): IssuedRequest {
    const given = asked.wireKey === undefined ? undefined : this.#readResponse(asked.wireKey);
    return isJsonObject(given) ? { ...asked, given } : asked;
  }

  #readResponse(key: string): unknown {
    return Object.hasOwn(this.#responses, key) ? this.#responses[key] : undefined;
  }

  /** Returns the result of a client request; `undefined` if the request is now open. */
  #findResult(clientRequest: ClientRequest, fingerprint: string): JsonObject | undefined {
    const { key, fallback, method, params } = clientRequest;
    const { keeper } = this.#scope;
    const name = numberName(this.#requestCounts, key);
    const index = this.#earlier.findIndex((asked) => asked.key === key && asked.print === fingerprint);
    const [earlier] = index < 0 ? [] : this.#earlier.splice(index, 1);
    if (earlier !== undefined) this.#scope.conversation.replayWatch?.recognize();
    const given = earlier === undefined && clientRequest.isStatic === true ? this.#findUnasked(name) : earlier?.given;
    const reading = isJsonObject(given) ? clientRequest.read(given) : undefined;
    const tries = (earlier?.tries ?? 0) + (reading === undefined ? 0 : 1);
    const isGivenUp = tries > maxRetries || (earlier?.expiresAt ?? Infinity) <= (keeper?.now() ?? 0);
    const answer =
      earlier?.answer ??
      (reading !== undefined && 'result' in reading ? reading.result : undefined) ??
      (isGivenUp ? fallback : undefined);
    if (answer !== undefined) {
      this.#completed.push({ key, print: fingerprint, tries: 0, answer });
      return answer;
    }
    if (keeper !== undefined && isGivenUp) throw noResponse(method);
    const problem = (reading !== undefined && 'problem' in reading ? reading.problem : undefined) ?? earlier?.problem;
    // Any response to a task's client request, even an invalid one, ends the use of the request's key.
    const isKept = keeper !== undefined && reading === undefined && earlier?.wireKey !== undefined;
    const wireKey = isKept ? earlier.wireKey : (keeper?.issueKey(name) ?? this.#freeKey(earlier?.wireKey ?? name));
    const asking = problem === undefined ? params : withReason(params, problem);
    const expiresAt = isKept ? earlier.expiresAt : keeper && expiryOf(clientRequest, keeper.now());
    this.#open.set(wireKey, {
      asked: {
        key,
        print: fingerprint,
        wireKey,
        tries,
        ...(problem === undefined ? {} : { problem }),
        ...(expiresAt === undefined ? {} : { expiresAt }),
      },
      request: { method, ...(asking === undefined ? {} : { params: asking }) },
      timeoutMs: clientRequest.timeoutMs,
    });
    return undefined;
  }

  /** Returns the client's early response to a static client request. */
  #findUnasked(wireKey: string): unknown {
    const wasAsked = this.#scope.flow?.asked.some((asked) => asked.wireKey === wireKey) === true;
    return wasAsked ? undefined : this.#readResponse(wireKey);
  }

  #freeKey(wanted: string): string {
    let key = wanted;
    for (let number = 2; this.#open.has(key); number += 1) key = `${wanted.replace(/#\d+$/u, '')}#${number}`;
    return key;
  }

  #suspendSoon(): void {
    if (this.#isSuspending) return;
    this.#isSuspending = true;
    void this.#suspend();
  }

  /** Waits until the handler is waiting only for responses, then sends all open client requests. */
  async #suspend(): Promise<void> {
    const { exchange, pendingResult, keeper } = this.#scope;
    const deadline = keeper === undefined ? performance.now() + maxStepMs : Infinity;
    let seen: number;
    do {
      seen = this.#activity;
      await waitAtMost(0);
      await this.#turn;
      if (this.#running.size > 0) await this.#waitForSteps(deadline);
    } while (seen !== this.#activity && performance.now() < deadline);
    if (pendingResult?.isFinished !== false || this.#isOver || this.#isHalted) return;
    this.#isOver = true;
    if (!exchange.isClosed) {
      pendingResult.replace(this.#required === undefined ? this.#askClient() : rejectWith(this.#required));
    }
    // Before the response is sent: the next round may need what the handler releases.
    this.#abandon();
  }

  async #askClient(): Promise<ResultBody> {
    const { service, exchange, binding, flow, conversation, keeper } = this.#scope;
    const open = [...this.#open.values()];
    const openRequests = new Map([...this.#open].map(([key, { request }]) => [key, request]));
    const asked = [...this.#completed, ...open.map((each) => each.asked), ...this.#earlier.flatMap(keepResult)];
    if (keeper !== undefined) return keeper.suspend(asked, openRequests);
    const requests = Object.fromEntries(openRequests);
    const { traceparent } = exchange.span ?? {};
    const next = {
      id: conversation.idempotencyKey,
      round: (flow?.round ?? 0) + 1,
      asked,
      steps: [...this.#steps],
      ...(traceparent === undefined ? {} : { traceparent }),
    };
    try {
      if (this.#stepCharacters > maxStateCharacters) throw stateTooLong();
      const state = await sealFlow(service, binding, next, Math.max(...open.map(({ timeoutMs }) => timeoutMs)));
      const members = `"inputRequests":${JSON.stringify(requests)},"requestState":"${state}"`;
      return { members, resultType: 'input_required' };
    } catch (error) {
      reportThrown(service.report, 'REQUEST', error, exchange);
      const { stateAdvice } = conversation;
      if (stateAdvice !== undefined) {
        const text = `${messageOf(error)}. ${stateAdvice}`;
        return { members: `"content":${JSON.stringify([{ type: 'text', text }])},"isError":true` };
      }
      throw new ProtocolError(-32603, messageOf(error));
    }
  }

  /** Aborts the handler's signal and calls its `onSuspend` functions in reverse order. */
  #abandon(): void {
    const { exchange, conversation, service } = this.#scope;
    exchange.abort(new Error('suspended'));
    for (const release of conversation.releases.splice(0).toReversed()) {
      void Promise.resolve()
        .then(release)
        .catch((error: unknown) => reportThrown(service.report, 'RELEASE', error));
    }
  }
}

/** Runs a step and stores its start and outcome. Never settles if they cannot be stored. */
async function runKept(
  keeper: FlowKeeper,
  name: string,
  run: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const never = (): Promise<never> => new Promise(() => {});
  await keeper.beginStep(name).catch(never);
  try {
    const json = await run();
    await keeper.endStep(name, json === undefined ? {} : { json }).catch(never);
    return json;
  } catch (error) {
    await keeper.endStep(name, { error: messageOf(error) }).catch(never);
    throw error;
  }
}

/** Returns the expiry of a task's client request; `undefined` if the expiry of the task applies. */
function expiryOf({ timeoutMs }: ClientRequest, now: number): number | undefined {
  return timeoutMs < limitWait() ? now + timeoutMs : undefined;
}

/** Numbers the uses of a name: `confirm`, `confirm#2`, … */
function numberName(counts: Map<string, number>, name: string): string {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return count === 1 ? name : `${name}#${count}`;
}

/** Keeps the result of a client request that this round has not reached, for a later round. */
function keepResult({ wireKey: _wireKey, ...asked }: IssuedRequest): readonly IssuedRequest[] {
  return asked.answer === undefined && asked.given === undefined ? [] : [asked];
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic#capabilities */
function rejectWith(requiredCapabilities: JsonObject): Promise<never> {
  const names = Object.keys(requiredCapabilities).join(', ');
  return Promise.reject(
    new ProtocolError(-32021, `The client lacks a required capability: ${names}`, { requiredCapabilities }),
  );
}

function mergeCapabilities(required: JsonObject | undefined, more: JsonObject): JsonObject {
  const merged = Object.entries(more).map(([name, modes]) => {
    const before = required?.[name];
    return [name, { ...(isJsonObject(before) ? before : {}), ...(modes as JsonObject) }] as const;
  });
  return { ...required, ...Object.fromEntries(merged) };
}

/** Waits until `pending` settles, with a timeout in milliseconds. */
async function waitAtMost(milliseconds: number, pending?: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await (pending === undefined ? limit : Promise.race([pending, limit]));
  clearTimeout(timer);
}
