import type { ListUsageReport } from '../../host/usage-report.js';
import type { HostClient } from '../protocol/host-client.js';
import { Observable } from './observable.js';
import { groupDescriptors, type Entry } from './server-entries.js';

/** Estimated tokens of `tools/list`, measured by the host when a panel needs them. */
export class TokenUsage extends Observable {
  /** Report for the current list; `undefined` during measurement. */
  report: ListUsageReport | undefined;
  /** Why there is no report. */
  problem: string | undefined;
  readonly #host: HostClient;
  #measured: readonly Entry[] | undefined;

  constructor(host: HostClient) {
    super();
    this.#host = host;
  }

  /**
   * Measures a list, unless it is the list that was measured last.
   *
   * @param server Server name, which some clients prepend to tool names.
   */
  measure(entries: readonly Entry[], server: string): void {
    if (entries === this.#measured) return;
    this.#measured = entries;
    const { tools } = groupDescriptors(entries);
    const take = (report: ListUsageReport | undefined, problem?: string): void => {
      if (entries !== this.#measured) return;
      this.report = report;
      this.problem = problem;
      this.changed();
    };
    this.#host.post('usage', { server, tools }).then(
      (report) => take(report as unknown as ListUsageReport),
      (error: unknown) => take(undefined, (error as Error).message),
    );
  }
}
