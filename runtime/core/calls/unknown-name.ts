import { invalidParams, type ProtocolError } from '../../wire/protocol-error.js';

/**
 * The error for an unknown name, which is cut to 128 characters.
 *
 * @param nearest Name that may be meant.
 */
export function unknownName(kind: 'tool' | 'prompt', name: string, nearest?: string): ProtocolError {
  const advice = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  return invalidParams(`Unknown ${kind}: ${name.slice(0, 128)}${advice}`);
}
