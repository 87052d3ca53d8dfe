import type { WorkWatch } from '../interaction/dialog.js';
import { formatReport } from '../service/report.js';
import type { Service } from '../service/service.js';

/** Handlers that a warning was written for. */
const warned = new WeakMap<Service, Set<string>>();

/**
 * Warns of a handler that repeats work when it is run again: it waits for something that is neither a question nor a step,
 * and then reaches a question or step of an earlier round. The event loop shows the waiting: it turns only when a handler
 * waits. Work without waiting, and work beside a question, is not noticed.
 */
export class ReplayWatch implements WorkWatch {
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

  start(handler: string): void {
    this.#handler = handler;
    this.resume();
  }

  resume(): void {
    this.#waits -= 1;
    this.#changes += 1;
    const before = this.#changes;
    afterTurn(() => {
      if (this.#waits === 0 && this.#changes === before) this.#hasWaitedElsewhere = true;
    });
  }

  pause(): void {
    this.#waits += 1;
    this.#changes += 1;
  }

  recognise(): void {
    if (!this.#hasWaitedElsewhere) return;
    const known = warned.get(this.#service) ?? new Set();
    warned.set(this.#service, known);
    if (known.has(this.#handler)) return;
    known.add(this.#handler);
    this.#service.report(formatReport(this.#handler, advice, 'WARNING'));
  }
}

const advice = [
  'The handler waited for something outside of context.step on its way to a question, and did so again when it was run again',
  'with the answer. What must not happen twice belongs into context.step; reading again does no harm. When a question ends a',
  'request, finally is not reached: give back in context.onSuspend what the handler holds. (Said once for each handler, and',
  'not if NODE_ENV is production.)',
].join(' ');

/** Calls back after a turn of the event loop; with `setImmediate`, before timers and I/O that begin now can be done. */
function afterTurn(run: () => void): void {
  const { setImmediate } = globalThis as { readonly setImmediate?: (run: () => void) => unknown };
  if (setImmediate === undefined) setTimeout(run);
  else setImmediate(run);
}
