import type { Revision } from '../../wire/revisions.js';
import { logLevels, type ClientIdentity, type LogLevel } from '../api/request-context.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';

/** The client that sent a request: its revision, name, capabilities and log level. */
export interface Caller {
  readonly revision: Revision;
  readonly client: ClientIdentity | undefined;
  readonly clientCapabilities: JsonObject;
  /** The lowest level of log messages that the client wants now; `undefined`: none. */
  readonly logLevel: LogLevel | undefined;
}

/** Whether a value is the description of a client. */
export function isClientIdentity(value: unknown): value is ClientIdentity {
  return isJsonObject(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}

/** Whether a value is the name of a log level. */
export function isLogLevel(value: unknown): value is LogLevel {
  return logLevels.some((level) => level === value);
}
