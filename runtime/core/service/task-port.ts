import type { Caller, Exchange } from '../exchange/exchange.js';
import type { ClientRequester } from '../exchange/client-requester.js';
import type { ResultBody } from '../results/result-body.js';
import type { JsonObject } from '../../wire/json.js';
import type { Request } from '../../wire/json-rpc.js';
import type { Tool } from './tool.js';

/** The tasks of a server. */
export interface TaskPort {
  /**
   * Serves a call as a task.
   *
   * @returns `undefined` for a call that gets a plain result.
   * @throws ProtocolError -32021 for a client without tasks support if the tool requires it, -32601 for a tool without
   *   tasks if the client requires one.
   */
  take(call: OfferedCall): ResultBody | Promise<ResultBody> | undefined;
  /**
   * Checks that a client supports the tasks extension.
   *
   * @throws ProtocolError -32021 if it does not.
   */
  require(clientCapabilities: JsonObject): void;
  /** Finds the tasks that a client wants to watch. Tasks of other principals are omitted. */
  find(wanted: readonly string[], principal: string | undefined): Promise<WatchedTasks>;
}

/** Tool call that may become a task. */
export interface OfferedCall {
  readonly request: Request;
  /** Enabled tool that is called. */
  readonly tool: Tool | undefined;
  readonly exchange: Exchange;
  readonly caller: Caller;
  /** Opens the requester for the client of the request, in the legacy era. */
  openRequester(): Promise<ClientRequester>;
  /** Serves the call. */
  serve(start: StartedCall): ResultBody | Promise<ResultBody>;
}

/** Turns a call into a task. */
export interface TaskSwitch {
  /**
   * Starts the task and responds to the request with it. A second call has no effect.
   *
   * @throws ProtocolError 429 when there are too many tasks.
   */
  begin(): Promise<void>;
  /** Shows progress as the status of the task. Returns `false` if the task has not started. */
  showProgress(progress: number, total?: number, message?: string): boolean;
  /** Accepts an error from the handler. Returns whether the call will run again instead of failing. */
  takeFailure?(error: unknown): boolean;
}

/** A call that becomes a task. */
export interface StartedCall extends TaskSwitch {
  /** Exchange of the call, which replaces the exchange of the request. */
  readonly exchange: Exchange;
  /** Wraps the requester for the task. Absent: client requests belong to the request. */
  joinRequester?(requester: ClientRequester): ClientRequester;
}

/** The tasks of a subscription. */
export interface WatchedTasks {
  readonly taskIds: readonly string[];
  /**
   * Starts watching.
   *
   * @param tell Called with the JSON text of a task's members whenever the task changes; called immediately for a task
   *   that has already changed.
   * @returns A function that stops watching.
   */
  watch(tell: (members: string) => void): Promise<() => void>;
}
