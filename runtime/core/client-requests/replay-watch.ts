import { afterTurn } from '../../wire/after-turn.js';
import { formatReport } from '../service/report.js';
import { perService } from '../service/per-service.js';
import type { Service } from '../service/service.js';

/** Handlers that have caused a warning. */
const warnedOf = perService(() => new Set<string>());

/**
 * Warns about a handler that repeats work when it runs again: it awaits something other than a client request or step,
 * and then reaches a client request or step of an earlier round. Waiting is detected by event loop turns; synchronous
 * work, and work concurrent with a client request, is not detected.
 */
export class ReplayWatch {
  readonly #service: Service;
  /** Name of the handler in reports. */
  #handler = '';
  /** Number of pending calls, client requests and steps of the handler, including its own call. */
  #waits = 1;
  /** Number of changes between working and waiting. */
  #changes = 0;
  #hasWaitedElsewhere = false;

  constructor(service: Service) {
    this.#service = service;
  }

  /** Notes that the handler is called. */
  start(handler: string): void {
    this.#handler = handler;
    this.resume();
  }

  /** Notes that a client request or step has ended. */
  resume(): void {
    this.#waits -= 1;
    this.#changes += 1;
    const before = this.#changes;
    afterTurn(() => {
      if (this.#waits === 0 && this.#changes === before) this.#hasWaitedElsewhere = true;
    });
  }

  /** Notes that the handler starts a client request or step. */
  pause(): void {
    this.#waits += 1;
    this.#changes += 1;
  }

  /** Notes that the handler has reached a client request or step of an earlier round. */
  recognize(): void {
    const warned = warnedOf(this.#service);
    if (!this.#hasWaitedElsewhere || warned.has(this.#handler)) return;
    warned.add(this.#handler);
    this.#service.report(formatReport(this.#handler, advice, 'WARNING'));
  }
}

const advice = [
  'The handler did asynchronous work outside of context.step before a client request, and repeated it when it ran again with',
  'the result. Put work that must not happen twice in context.step; repeated reads are harmless. When a client request ends the',
  'current request, finally does not run: release resources in context.onSuspend. (Reported once per handler, and',
  'not if NODE_ENV is production.)',
].join(' ');
