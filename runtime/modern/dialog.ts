import type { Exchange } from '../exchange/exchange.js';
import type { Interaction } from '../interaction/interaction.js';
import { maximalRetries, withReason, type Dialog, type Question } from '../interaction/dialog.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { messageOf, ProtocolError } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import {
  type AskedQuestion,
  type Binding,
  canonicalJson,
  digest,
  type Flow,
  readResponses,
  sealFlow,
  type StepOutcome,
} from './flow.js';

/** How long steps that run beside a question are waited for, in milliseconds. */
const maximalStepMs = 10_000;

/** The pending result of a handler that may be suspended. */
export interface Answering {
  /** The handler has returned or thrown. */
  readonly isFinished: boolean;
  /** Answers the request with another result, whatever the handler still returns. */
  replace(body: Promise<ResultBody>): void;
}

/** What a dialog belongs to. */
export interface DialogScope {
  readonly service: Service;
  readonly exchange: Exchange;
  readonly interaction: Interaction;
  readonly binding: Binding;
  /** Of the request. */
  readonly params: JsonObject;
  /** What earlier rounds left; `undefined` in the first one. */
  readonly flow: Flow | undefined;
  /** Answers the request in the handler's stead. */
  readonly answering: Answering | undefined;
}

/** A question of this round that has no answer yet. */
interface OpenQuestion {
  readonly asked: AskedQuestion;
  readonly request: JsonObject;
  readonly timeoutMs: number;
}

/**
 * Asks in the modern era: with the result of the request. The handler is left where it waits, and runs again when the
 * client comes back with answers.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export class ModernDialog implements Dialog {
  readonly #scope: DialogScope;
  readonly #responses: JsonObject;
  /** Questions of earlier rounds that were not asked in this one yet. */
  readonly #earlier: AskedQuestion[];
  readonly #answered: AskedQuestion[] = [];
  readonly #open = new Map<string, OpenQuestion>();
  readonly #steps: Map<string, StepOutcome>;
  readonly #questionCounts = new Map<string, number>();
  readonly #stepCounts = new Map<string, number>();
  readonly #running = new Set<Promise<unknown>>();
  #required: JsonObject | undefined;
  /** The questions, one after the other: so they get their keys in the order in which they are asked. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Grows with everything that the handler does. */
  #activity = 0;
  #isSuspending = false;
  #isOver = false;

  constructor(scope: DialogScope) {
    const { flow, params } = scope;
    this.#scope = scope;
    this.#responses = readResponses(params);
    this.#earlier = (flow?.asked ?? []).map((asked) => this.#hear(asked));
    this.#steps = new Map(flow?.steps);
  }

  put(question: Question): Promise<JsonObject> {
    const text = canonicalJson([question.method, question.params]);
    this.#activity += 1;
    return new Promise((resolve, reject) => {
      this.#turn = this.#turn.then(async () => {
        try {
          const print = await digest(text);
          if (this.#isOver) return;
          const answer = this.#find(question, print);
          if (answer === undefined) this.#suspendSoon();
          else resolve(answer);
        } catch (error) {
          reject(error as Error);
        }
      });
    });
  }

  refuse(required: JsonObject): Promise<never> {
    this.#activity += 1;
    this.#required = mergeCapabilities(this.#required, required);
    this.#suspendSoon();
    return new Promise(() => {});
  }

  step(name: string, run: () => Promise<string | undefined>): Promise<string | undefined> {
    const key = nameOccurrence(this.#stepCounts, name);
    const outcome = this.#steps.get(key);
    if (outcome !== undefined) {
      this.#scope.interaction.workWatch?.recognise();
      return 'error' in outcome ? Promise.reject(new Error(outcome.error)) : Promise.resolve(outcome.json);
    }
    return new Promise((resolve, reject) => {
      if (this.#isOver) return;
      this.#activity += 1;
      const running: Promise<void> = run().then(
        (json) => this.#endStep(running, key, json === undefined ? {} : { json }, () => resolve(json)),
        (error: unknown) => this.#endStep(running, key, { error: messageOf(error) }, () => reject(error as Error)),
      );
      this.#running.add(running);
    });
  }

  #endStep(running: Promise<unknown>, key: string, outcome: StepOutcome, settle: () => void): void {
    this.#running.delete(running);
    this.#activity += 1;
    if (this.#isOver) return;
    this.#steps.set(key, outcome);
    settle();
  }

  /** Adds what the client gave for a question. */
  #hear(asked: AskedQuestion): AskedQuestion {
    const { wireKey } = asked;
    const given =
      wireKey !== undefined && Object.hasOwn(this.#responses, wireKey) ? this.#responses[wireKey] : undefined;
    return isJsonObject(given) ? { ...asked, given } : asked;
  }

  /** The answer to a question; without one it is open now. */
  #find(question: Question, print: string): JsonObject | undefined {
    const { key, fallback } = question;
    const name = nameOccurrence(this.#questionCounts, key);
    const index = this.#earlier.findIndex((asked) => asked.key === key && asked.print === print);
    const [earlier] = index < 0 ? [] : this.#earlier.splice(index, 1);
    if (earlier !== undefined) this.#scope.interaction.workWatch?.recognise();
    const answer = earlier?.answer;
    if (answer !== undefined) return this.#keep({ key, print, tries: 0, answer });
    const given = earlier === undefined && question.isStatic ? this.#findUnasked(name) : earlier?.given;
    const reading = isJsonObject(given) ? question.read(given) : undefined;
    if (reading !== undefined && 'answer' in reading) {
      return this.#keep({ key, print, tries: 0, answer: reading.answer });
    }
    const tries = (earlier?.tries ?? 0) + (reading === undefined ? 0 : 1);
    if (tries > maximalRetries && fallback !== undefined) return this.#keep({ key, print, tries: 0, answer: fallback });
    const misfit = reading?.misfit ?? earlier?.misfit;
    const wireKey = this.#freeKey(earlier?.wireKey ?? name);
    const { method, params } = question;
    const asking = misfit === undefined ? params : withReason(params, misfit);
    this.#open.set(wireKey, {
      asked: { key, print, wireKey, tries, ...(misfit === undefined ? {} : { misfit }) },
      request: { method, ...(asking === undefined ? {} : { params: asking }) },
      timeoutMs: question.timeoutMs,
    });
    return undefined;
  }

  /** What the client gave for a question that it was not asked in the last round. */
  #findUnasked(wireKey: string): unknown {
    const wasAsked = this.#scope.flow?.asked.some((asked) => asked.wireKey === wireKey) === true;
    return !wasAsked && Object.hasOwn(this.#responses, wireKey) ? this.#responses[wireKey] : undefined;
  }

  #keep(asked: AskedQuestion & { readonly answer: JsonObject }): JsonObject {
    this.#answered.push(asked);
    return asked.answer;
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

  /** Waits until the handler can do nothing more, then sends all questions that are open. */
  async #suspend(): Promise<void> {
    const { exchange, answering } = this.#scope;
    const deadline = Date.now() + maximalStepMs;
    let seen: number;
    do {
      seen = this.#activity;
      await waitMs(0);
      await this.#turn;
      if (this.#running.size > 0) await waitAtMost(Promise.all(this.#running), deadline - Date.now());
    } while (seen !== this.#activity && Date.now() < deadline);
    if (answering?.isFinished !== false) return;
    this.#isOver = true;
    if (!exchange.isClosed)
      answering.replace(this.#required === undefined ? this.#askClient() : rejectWith(this.#required));
    // Before the answer is out: the next round may need what this one gives back.
    this.#abandon();
  }

  async #askClient(): Promise<ResultBody> {
    const { service, binding, flow, interaction } = this.#scope;
    const requests = Object.fromEntries([...this.#open].map(([key, { request }]) => [key, request]));
    const asked = [
      ...this.#answered,
      ...[...this.#open.values()].map((open) => open.asked),
      ...this.#earlier.flatMap(keepUnused),
    ];
    const next = { id: interaction.flowId, round: (flow?.round ?? 0) + 1, asked, steps: [...this.#steps] };
    try {
      const timeoutMs = Math.max(...[...this.#open.values()].map((open) => open.timeoutMs));
      const state = await sealFlow(service, binding, next, timeoutMs);
      const members = `"inputRequests":${JSON.stringify(requests)},"requestState":"${state}"`;
      return { members, resultType: 'input_required' };
    } catch (error) {
      service.report(formatReport('REQUEST', messageOf(error)));
      throw new ProtocolError(-32603, messageOf(error));
    }
  }

  /** The handler will not go on: it is told so, and gives back what it holds. */
  #abandon(): void {
    const { exchange, interaction, service } = this.#scope;
    exchange.abort(new Error('suspended'));
    for (const release of interaction.releases.splice(0).toReversed()) {
      void Promise.resolve()
        .then(release)
        .catch((error: unknown) => service.report(formatReport('RELEASE', messageOf(error))));
    }
  }
}

/** `confirm`, `confirm#2`, … in the order in which a handler uses a name. */
function nameOccurrence(counts: Map<string, number>, name: string): string {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return count === 1 ? name : `${name}#${count}`;
}

/** An answer whose question was not reached in this round still counts when it is. */
function keepUnused({ wireKey: _wireKey, ...asked }: AskedQuestion): readonly AskedQuestion[] {
  return asked.answer === undefined && asked.given === undefined ? [] : [asked];
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic#capabilities */
function rejectWith(requiredCapabilities: JsonObject): Promise<never> {
  const names = Object.keys(requiredCapabilities).join(', ');
  return Promise.reject(
    new ProtocolError(-32021, `The client lacks a required capability: ${names}`, { requiredCapabilities }),
  );
}

function mergeCapabilities(known: JsonObject | undefined, more: JsonObject): JsonObject {
  const merged = Object.entries(more).map(([name, modes]) => {
    const before = known?.[name];
    return [name, { ...(isJsonObject(before) ? before : {}), ...(modes as JsonObject) }] as const;
  });
  return { ...known, ...Object.fromEntries(merged) };
}

async function waitAtMost(pending: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([pending, limit]);
  clearTimeout(timer);
}

function waitMs(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
