import type { Conversation } from '../../core/client-requests/conversation.js';
import type { HandlerContext } from '../../core/api/handler-context.js';
import { SqlToolError } from './sql-tool-error.js';

/** Parts of a handler's context that a query uses. */
export type SqlCallContext = Pick<HandlerContext, 'signal'> &
  Partial<Pick<HandlerContext, 'auth' | 'elicit'>> & {
    /** Whether the changes are rolled back. Default: they are committed. */
    readonly isDryRun?: boolean;
    /** Handlers do not see it. */
    readonly conversation?: Pick<Conversation, 'unwatched'>;
  };

/** Changes that were made and rolled back. */
export interface TriedChanges {
  /** Number of changed rows. */
  readonly changed: number;
  /** Result that the tool would have. */
  readonly result: unknown;
}

/** Changes that the user has to confirm. */
interface Confirmation {
  /** Returns the question to the user. */
  readonly message: (tried: TriedChanges) => string;
  readonly context: SqlCallContext;
  /** Makes the changes and rolls them back. */
  readonly tryOut: () => Promise<TriedChanges>;
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
  // It is repeated on purpose when the request is continued.
  const tried = await (context.conversation?.unwatched(tryOut) ?? tryOut());
  const { changed } = tried;
  if (changed > 0) {
    if (context.elicit === undefined) throw new SqlToolError('The user must confirm this, and cannot be asked here.');
    // The key names the number, so that an answer for another number does not count.
    const options = { key: `confirm-${changed}` };
    const { action } = await context.elicit(message(tried), { type: 'object', properties: {} }, options);
    if (action !== 'accept') throw new SqlToolError('The user did not confirm. Nothing was changed.');
  }
  return commit(changed);
}
