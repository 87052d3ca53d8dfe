import type { SourceNode } from '../../core/source/source-node.js';

/** Advises to remove the quotes around a number or boolean; `undefined` if the value is not one of the wanted types. */
export function adviseUnquoting(wanted: string, node: SourceNode | undefined): string | undefined {
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return undefined;
  const isNumber = /number|integer/u.test(wanted) && /^-?\d+(?:\.\d+)?$/u.test(node.value);
  const isBoolean = wanted.includes('boolean') && /^(?:true|false)$/u.test(node.value);
  return isNumber || isBoolean ? 'Remove the quotes.' : undefined;
}
