import { VisibleError } from '../../core/api/errors.js';
import type { SentError } from '../../wire/error-key.js';

/** Thrown by the functions of `context.fail`. The message is for the model. */
export class DeclaredError extends VisibleError {
  override readonly name = 'DeclaredError';
  readonly sent: SentError;

  constructor(message: string, sent: SentError) {
    super(message);
    this.sent = sent;
  }
}
