import type { Caller, Exchange } from '../exchange/exchange.js';
import type { ClientRequester } from '../exchange/client-requester.js';
import type { ResultBody } from '../results/result-body.js';
import type { JsonObject } from '../../wire/json.js';
import type { Request } from '../../wire/json-rpc.js';
import type { Tool } from './tool.js';

/** The tasks of a server. */
export interface TaskPort {
  /**
   * Serves a call that becomes a task.
   *
   * @returns `undefined` for a call that gets a plain answer.
   * @throws ProtocolError -32021 for a client without tasks where the tool requires them, -32601 for a tool without tasks where the
   *   client requires one.
   */
  take(call: OfferedCall): ResultBody | Promise<ResultBody> | undefined;
  /**
   * Checks that a client knows the extension.
   *
   * @throws ProtocolError -32021 for any other.
   */
  require(clientCapabilities: JsonObject): void;
  /** Finds the tasks that a client wants to watch. Tasks of other principals are left out. */
  find(wanted: readonly string[], principal: string | undefined): Promise<WatchedTasks>;
}

/** A call of a tool that may become a task. */
export interface OfferedCall {
  readonly request: Request;
  /** The enabled tool that is called. */
  readonly tool: Tool | undefined;
  readonly exchange: Exchange;
  readonly caller: Caller;
  /** Asks the client of the request, in the legacy era. */
  openRequester(): Promise<ClientRequester>;
  /** Serves the call. */
  serve(start: StartedCall): ResultBody | Promise<ResultBody>;
}

/** Turns a call into a task. */
export interface TaskSwitch {
  /**
   * Begins the task and answers the request with it. A second call changes nothing.
   *
   * @throws ProtocolError 429 when there are too many tasks.
   */
  begin(): Promise<void>;
  /** Shows progress as the status of the task. Returns false when the task has not begun. */
  showProgress(progress: number, total?: number, message?: string): boolean;
  /** Takes an error of the handler. Returns true when the call is to run again, instead of an answer. */
  takeFailure?(error: unknown): boolean;
}

/** A call that becomes a task. */
export interface StartedCall extends TaskSwitch {
  /** The exchange of the call, in place of that of the request. */
  readonly exchange: Exchange;
  /** Makes the dialog of the task. Absent: its questions are those of the request. */
  joinRequester?(requester: ClientRequester): ClientRequester;
}

/** The tasks of a subscription. */
export interface WatchedTasks {
  readonly taskIds: readonly string[];
  /**
   * Starts watching.
   *
   * @param tell Called with the JSON text of a task's members whenever it changes, and at once for a task that has changed
   *   since it began.
   * @returns A function that stops watching.
   */
  watch(tell: (members: string) => void): Promise<() => void>;
}
