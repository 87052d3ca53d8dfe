import { logLevels } from '../api/handlers.js';
import { isJsonObject } from '../protocol/json-object.js';
/** Whether a value tells who a client is. */
export function isClientIdentity(value) {
    return isJsonObject(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}
/** Whether a value is the name of a log level. */
export function isLogLevel(value) {
    return logLevels.some((level) => level === value);
}
