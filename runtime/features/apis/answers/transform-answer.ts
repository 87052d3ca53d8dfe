import { text, ToolResult } from '../../../core/api/builders.js';
import type { ApiAnswer } from '../decode-answer.js';
import type { ForwardOperation } from '../forward-definition.js';
import { findNext } from './find-next.js';
import { selectFields } from './select-fields.js';

/**
 * Replaces the JSON value of an API by what a function of the user makes of it. Other answers pass by.
 *
 * @throws What the function throws.
 */
export async function transformAnswer(
  { output, paging }: ForwardOperation,
  input: unknown,
  answer: ApiAnswer,
  transform: (value: unknown) => unknown,
): Promise<ApiAnswer> {
  if (answer.kind !== 'json') return answer;
  const { value, facts = { notes: [] } } = answer;
  // Before the function, which may change the value.
  const next = paging && findNext(paging, { input, value, facts });
  const given = output?.pick === undefined ? value : selectFields(value, output.pick);
  const made = await transform(given);
  if (ToolResult.partsOf(made) !== undefined) return { kind: 'result', result: made as ToolResult, facts };
  if (output?.isTyped !== true && made === undefined) return { kind: 'empty', facts };
  if (output?.isTyped !== true && typeof made === 'string') return { kind: 'result', result: text(made), facts };
  return { kind: 'json', value: made, facts, transformed: { next } };
}
