import type { WorkWatch } from '../interaction/interaction.js';
import { formatReport } from '../service/report.js';
import type { Service } from '../service/service.js';

/** Handlers that a warning was written for. */
const warned = new WeakMap<Service, Set<string>>();

/**
 * Notices that a handler which is run again does something for the second time: it waits for what is neither a question nor
 * a step, and then comes to a question or a step of an earlier round. Waiting is told by the event loop, which turns only
 * when a handler has nothing to go on with; what a handler does without waiting cannot be seen, nor what it does
 * beside a question.
 */
export class ReplayWatch implements WorkWatch {
  readonly #service: Service;
  /** What reports call it. */
  #handler = '';
  /** What the handler waits for: at first, to be called. */
  #waits = 1;
  /** Times that it began to work, or to wait. */
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

/** Calls back when the event loop has turned; where it can be, before anything that was begun now can be done. */
function afterTurn(run: () => void): void {
  const { setImmediate } = globalThis as { readonly setImmediate?: (run: () => void) => unknown };
  if (setImmediate === undefined) setTimeout(run);
  else setImmediate(run);
}
