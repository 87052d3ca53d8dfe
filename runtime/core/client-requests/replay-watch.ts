import { afterTurn } from '../../wire/after-turn.js';
import { formatReport } from '../service/report.js';
import { perService } from '../service/per-service.js';
import type { Service } from '../service/service.js';

/** Handlers that a warning was written for. */
const warnedOf = perService(() => new Set<string>());

/**
 * Warns of a handler that repeats work when it is run again: it waits for something that is neither a question nor a step,
 * and then reaches a question or step of an earlier round. The event loop shows the waiting: it turns only when a handler
 * waits. Work without waiting, and work beside a question, is not noticed.
 */
export class ReplayWatch {
  readonly #service: Service;
  /** The name of the handler in reports. */
  #handler = '';
  /** Number of calls, questions and steps that the handler waits for. At first it waits for its call. */
  #waits = 1;
  /** Number of times that the handler began to work or to wait. */
  #changes = 0;
  #hasWaitedElsewhere = false;

  constructor(service: Service) {
    this.#service = service;
  }

  /** The handler is called. */
  start(handler: string): void {
    this.#handler = handler;
    this.resume();
  }

  /** The question or step has ended. */
  resume(): void {
    this.#waits -= 1;
    this.#changes += 1;
    const before = this.#changes;
    afterTurn(() => {
      if (this.#waits === 0 && this.#changes === before) this.#hasWaitedElsewhere = true;
    });
  }

  /** The handler asks a question or begins a step. */
  pause(): void {
    this.#waits += 1;
    this.#changes += 1;
  }

  /** The handler has reached a question or step of an earlier round. */
  recognize(): void {
    const warned = warnedOf(this.#service);
    if (!this.#hasWaitedElsewhere || warned.has(this.#handler)) return;
    warned.add(this.#handler);
    this.#service.report(formatReport(this.#handler, advice, 'WARNING'));
  }
}

const advice = [
  'The handler waited for something outside of context.step on its way to a question, and did so again when it was run again',
  'with the answer. What must not happen twice belongs into context.step; reading again does no harm. When a question ends a',
  'request, finally is not reached: give back in context.onSuspend what the handler holds. (Said once for each handler, and',
  'not if NODE_ENV is production.)',
].join(' ');
