/**
 * Cause of a failure.
 *
 * - `timeout`: the time limit; `cancelled`: the signal
 * - `busy`: no free connection, or a locked file; `unreachable`: no connection
 * - `unique`, `reference`, `not-null`, `check`: a violated constraint; `subject` names its columns or the constraint
 * - `value`: an argument that the database cannot convert; `subject` is its message without the value
 * - `result`: a value that JSON cannot represent; `subject` names the column
 * - `size`: a result far beyond the bound of bytes
 * - `conflict`: other transactions changed the same rows
 * - `mismatch`: a table or column that no longer exists
 * - `read-only`: a statement that writes in a read-only transaction
 * - `kept`: changes that the database did not roll back
 * - `driver`: the driver is not installed; `subject` is its package
 */
export type SqlFailure =
  | 'timeout'
  | 'cancelled'
  | 'busy'
  | 'unreachable'
  | 'unique'
  | 'reference'
  | 'not-null'
  | 'check'
  | 'value'
  | 'result'
  | 'size'
  | 'conflict'
  | 'mismatch'
  | 'read-only'
  | 'kept'
  | 'driver'
  | 'other';

/** Failure of a database. `cause` is the error of the driver, for the log: it can contain values of the call. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
  readonly failure: SqlFailure;
  readonly subject: string | undefined;

  constructor(failure: SqlFailure, subject?: string, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
    this.subject = subject;
  }
}
