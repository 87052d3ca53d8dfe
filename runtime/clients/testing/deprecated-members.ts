import type { ProtocolVersion } from '../../wire/protocol-versions.js';
import type { ResponseScript } from './script-responses.js';
import type { RecordedClientRequest } from './recorded-client-request.js';

/** Old names of members of an open test server. */
export interface DeprecatedOpenServer {
  /** @deprecated Use `clientRequests`. Removed in 0.5. */
  readonly questions: readonly RecordedClientRequest[];
  /** @deprecated Use `respond()`. Removed in 0.5. */
  answer(responses: ResponseScript): void;
}

/** Old names of members of a run. */
export interface DeprecatedProtocolRun {
  /** @deprecated Use `protocolVersion`. Removed in 0.5. */
  readonly revision: ProtocolVersion;
  /** @deprecated Use `clientRequests`. Removed in 0.5. */
  readonly questions: readonly RecordedClientRequest[];
}

/** New names of members, by old name. */
type NewNames<New, Old> = { readonly [name in keyof Old]: keyof New & string };

const serverNames = { questions: 'clientRequests', answer: 'respond' } as const;
const runNames = { revision: 'protocolVersion', questions: 'clientRequests' } as const;

/** Adds the members' old names to an open test server. */
export function addServerMembers<Server extends { readonly clientRequests: unknown; readonly respond: unknown }>(
  server: Server,
): Server & DeprecatedOpenServer {
  return addMembers<Server, DeprecatedOpenServer>(server, serverNames);
}

/** Adds the members' old names to a run. */
export function addRunMembers<Run extends { readonly clientRequests: unknown; readonly protocolVersion: unknown }>(
  run: Run,
): Run & DeprecatedProtocolRun {
  return addMembers<Run, DeprecatedProtocolRun>(run, runNames);
}

/**
 * Adds getters for the old names. They are not enumerable, so comparisons and the JSON text of the object do not
 * change.
 */
function addMembers<New extends object, Old>(object: New, names: NewNames<New, Old>): New & Old {
  for (const [old, name] of Object.entries<keyof New & string>(names)) {
    Object.defineProperty(object, old, { get: () => object[name] });
  }
  return object as New & Old;
}
