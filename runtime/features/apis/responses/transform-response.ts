import { text, ToolResult } from '../../../core/api/builders.js';
import type { ApiResponse } from '../decode-response.js';
import type { ForwardOperation } from '../forward-definition.js';
import { findNext } from './find-next.js';
import { selectFields } from './select-fields.js';

/**
 * Applies a user function to the JSON value of an API. Other responses are unchanged.
 *
 * @throws Any error that the function throws.
 */
export async function transformResponse(
  { output, paging }: ForwardOperation,
  input: unknown,
  response: ApiResponse,
  transform: (value: unknown) => unknown,
): Promise<ApiResponse> {
  if (response.kind !== 'json') return response;
  const { value, facts = { notes: [] } } = response;
  // Read before the function is called, because it may change the value.
  const next = paging && findNext(paging, { input, value, facts });
  const selected = output?.pick === undefined ? value : selectFields(value, output.pick);
  const transformed = await transform(selected);
  if (ToolResult.partsOf(transformed) !== undefined)
    return { kind: 'result', result: transformed as ToolResult, facts };
  if (output?.isTyped !== true && transformed === undefined) return { kind: 'empty', facts };
  if (output?.isTyped !== true && typeof transformed === 'string')
    return { kind: 'result', result: text(transformed), facts };
  return { kind: 'json', value: transformed, facts, transformed: { next } };
}
