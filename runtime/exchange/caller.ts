import type { Revision } from '../protocol/revisions.js';
import { logLevels, type ClientIdentity, type LogLevel } from '../api/request-context.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';

/** What an era knows about the sender of a request. */
export interface Caller {
  readonly revision: Revision;
  readonly client: ClientIdentity | undefined;
  readonly clientCapabilities: JsonObject;
  /** The least level of log messages that the client wants at this moment; `undefined`: it wants none. */
  readonly logLevel: LogLevel | undefined;
}

/** Whether a value tells who a client is. */
export function isClientIdentity(value: unknown): value is ClientIdentity {
  return isJsonObject(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}

/** Whether a value is the name of a log level. */
export function isLogLevel(value: unknown): value is LogLevel {
  return logLevels.some((level) => level === value);
}
