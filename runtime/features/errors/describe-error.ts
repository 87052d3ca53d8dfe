import type { DescribedError } from '../../core/api/error-port.js';
import { errorKey, type SentError } from '../../wire/error-key.js';
import type { ErrorDefinition } from './error-definition.js';

/** Describes an error for the model, one line for each of message, recovery and repetition, and for programs. */
export function describeError(
  { recovery }: ErrorDefinition,
  message: string,
  sent: SentError,
  isChosen: boolean,
): DescribedError {
  const lines = [message, ...(recovery === undefined ? [] : [recovery]), ...describeRetry(sent)];
  return { name: sent.name, text: lines.join('\n'), meta: { [errorKey]: sent }, isChosen };
}

function describeRetry({ retryable, retryAfterMs }: SentError): readonly string[] {
  if (retryable === undefined) return [];
  if (!retryable) return ['Do not repeat the call.'];
  return [retryAfterMs === undefined ? 'Try again later.' : `Try again in ${retryAfterMs / 1000} s.`];
}
