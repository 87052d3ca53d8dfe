import type { HandlerContext } from '../../core/api/handler-context.js';
import { SqlToolError } from './sql-tool-error.js';

/** Parts of a handler's context that a query uses. */
export type SqlCallContext = Pick<HandlerContext, 'signal'> &
  Partial<Pick<HandlerContext, 'auth' | 'elicit'>> & {
    /** Whether the changes are rolled back. Default: they are committed. */
    readonly isDryRun?: boolean;
  };

/** Changes that the user has to confirm. */
interface Confirmation {
  /** Returns the question to the user. */
  readonly message: (changed: number) => string;
  readonly context: SqlCallContext;
  /** Makes the changes and rolls them back. Returns the number of changed rows. */
  readonly tryOut: () => Promise<number>;
  /**
   * Makes and commits the changes.
   *
   * @param expected Number of rows that may change.
   */
  readonly commit: (expected: number) => Promise<unknown>;
}

/**
 * Makes changes after the user has confirmed their number. Changes of no row need no confirmation.
 *
 * @throws SqlToolError if the user does not confirm, or the client cannot ask the user.
 */
export async function confirmChanges({ message, context, tryOut, commit }: Confirmation): Promise<unknown> {
  const changed = await tryOut();
  if (changed > 0) {
    if (context.elicit === undefined) throw new SqlToolError('The user must confirm this, and cannot be asked here.');
    // The key names the number, so that an answer for another number does not count.
    const options = { key: `confirm-${changed}` };
    const { action } = await context.elicit(message(changed), { type: 'object', properties: {} }, options);
    if (action !== 'accept') throw new SqlToolError('The user did not confirm. Nothing was changed.');
  }
  return commit(changed);
}
