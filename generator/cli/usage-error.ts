/** The command line makes no sense. The message says why, and what would. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
