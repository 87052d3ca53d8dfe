import type { SourceNode } from '../../core/source/source-node.js';

/** Advises how to write a number or boolean that was read as a string; `undefined` for other values. */
export function adviseUnquoting(wanted: string, node: SourceNode | undefined): string | undefined {
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return undefined;
  const isNumber = /number|integer/u.test(wanted) && /^-?\d+(?:\.\d+)?$/u.test(node.value);
  const isBoolean = wanted.includes('boolean') && /^(?:true|false)$/u.test(node.value);
  if (isNumber || isBoolean) return 'Remove the quotes.';
  const [yes, no] = [/^(?:y|yes|on)$/iu, /^(?:n|no|off)$/iu].map((word) => word.test(String(node.value)));
  return wanted.includes('boolean') && (yes || no) ? `Write \`${yes}\`.` : undefined;
}
