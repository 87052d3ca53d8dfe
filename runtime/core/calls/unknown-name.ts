import { invalidParams, type ProtocolError } from '../../wire/protocol-error.js';

/**
 * Creates the error for an unknown name, which is truncated to 128 characters.
 *
 * @param nearest Name to suggest.
 */
export function unknownName(kind: 'tool' | 'prompt', name: string, nearest?: string): ProtocolError {
  const advice = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  return invalidParams(`Unknown ${kind}: ${name.slice(0, 128)}${advice}`);
}
