import { VisibleError } from '../../core/api/errors.js';

/** Failure of a tool that runs a statement. The message is for the model; `cause` is for the log. */
export class SqlToolError extends VisibleError {
  override readonly name = 'SqlToolError';

  /**
   * @param advice Advice for the operator.
   * @param cause The error of the driver. It can contain values of the call.
   */
  constructor(message: string, advice?: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.advice = advice;
  }
}
