import { unknownName } from '../protocol/protocol-error.js';
import { findNearest } from '../service/choose-names.js';
import type { Service } from '../service/service.js';

/** Maximum number of names that an unknown one is compared with, and share of pairs of characters that a suggestion has in common with it. */
const maxCompared = 2000;
const leastShared = 0.6;

/**
 * Refuses the name of a tool or prompt that is not served. The message suggests the nearest one that is.
 *
 * @throws ProtocolError -32602.
 */
export function refuseName(service: Service, kind: 'tool' | 'prompt', name: string): never {
  const known = [...((kind === 'tool' ? service.tools : service.prompts)?.keys() ?? [])].slice(0, maxCompared);
  const enabled = known.filter((one) => service.enabled.has(`${kind}s`, one));
  throw unknownName(kind, name, findNearest(name.slice(0, 128), enabled, leastShared)[0]);
}
