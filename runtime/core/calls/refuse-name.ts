import { allowedEdits, isNear } from '../../wire/is-near.js';
import type { Service } from '../service/service.js';
import { unknownName } from './unknown-name.js';

/** Maximum number of names that an unknown name is compared with. */
const maxCompared = 2000;

/**
 * Refuses an unknown tool or prompt. The message suggests a name that differs only in case, separators and up to two
 * characters. Names with a different word, which may mean the opposite, are not suggested.
 *
 * @throws ProtocolError -32602.
 */
export function refuseName(service: Service, kind: 'tool' | 'prompt', name: string): never {
  const wanted = simplify(name);
  const max = allowedEdits(wanted.length);
  let near: string | undefined;
  let compared = 0;
  for (const candidate of (kind === 'tool' ? service.state.tools : service.prompts)?.keys() ?? []) {
    if ((compared += 1) > maxCompared) break;
    if (!service.enabled.has(`${kind}s`, candidate) || !isNear(wanted, simplify(candidate), max)) continue;
    near ??= candidate;
    if (isNear(wanted, simplify(candidate), 0)) near = candidate;
  }
  throw unknownName(kind, name, near);
}

function simplify(name: string): string {
  return name
    .slice(0, 128)
    .toLowerCase()
    .replaceAll(/[\s._/-]/gu, '');
}
