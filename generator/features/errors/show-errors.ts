import type { ToolModel } from '../../core/model/model.js';
import { code, text, type Line } from '../../feature-kit/pages/document.js';
import { errorsPart, type ErrorModel } from './errors-part.js';

/** Maximum number of errors that the docs of a tool list. */
const maxErrors = 20;

/** Describes the errors of a tool, one line each. */
export function showErrors(tool: ToolModel): readonly Line[] {
  const errors = errorsPart.of(tool)?.errors ?? [];
  const rest = errors.length - maxErrors;
  return [...errors.slice(0, maxErrors).map(showError), ...(rest > 0 ? [[text(`And ${rest} more errors.`)]] : [])];
}

function showError({ name, description, recovery, retryable }: ErrorModel): Line {
  const [first = ''] = description.trim().split('\n');
  const advice = [recovery, retryable === undefined ? undefined : describeRetry(retryable)];
  const sentences = [first, ...advice].filter((sentence) => sentence !== undefined && sentence !== '');
  return [text('Error '), code(name), text(sentences.length === 0 ? '' : `: ${sentences.join(' ')}`)];
}

function describeRetry(retryable: boolean): string {
  return retryable ? 'The call can be repeated.' : 'Repeating the call does not help.';
}
