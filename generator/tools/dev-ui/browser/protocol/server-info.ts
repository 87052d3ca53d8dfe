import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { objectAt } from './json-object.js';

/** Returns name, title and version of a server from the result of `server/discover` or `initialize`; an empty object if missing. */
export function serverInfoOf(greeting: JsonObject | undefined): JsonObject {
  const modern = objectAt(objectAt(greeting, '_meta'), 'io.modelcontextprotocol/serverInfo');
  return Object.keys(modern).length > 0 ? modern : objectAt(greeting, 'serverInfo');
}
