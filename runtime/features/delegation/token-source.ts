import type { CallerToken } from '../../core/api/auth.js';
import type { DelegatedToken, DelegationContext } from '../../core/api/delegation.js';
import { IssuerError } from '../auth/fetch-json.js';
import { ForwardError } from '../../core/results/forward-error.js';
import { maskReason } from '../../core/results/mask-secrets.js';
import { CredentialsError } from '../../core/api/errors.js';
import { messageOf } from '../../wire/protocol-error.js';
import { RefusedGrant } from './read-token.js';

/** Source of access tokens for calls of one API on behalf of callers. */
export interface TokenSource {
  findToken(caller: CallerToken): Promise<DelegatedToken>;
  /** Asks the user for consent. Absent if no consent is needed. */
  connect?(caller: CallerToken, context: DelegationContext): Promise<void>;
}

/** Error codes that the user can resolve by logging in again. */
const userCodes = new Set(['invalid_grant', 'interaction_required', 'login_required', 'consent_required']);

/**
 * Converts an error of an authorization server to an error of the call.
 *
 * @param secrets Secrets that the server may have echoed.
 * @returns ForwardError if the caller can resolve it, CredentialsError if the operator must.
 */
export function explainTokenError(api: string, error: unknown, secrets: readonly string[]): Error {
  if (!(error instanceof RefusedGrant) && !(error instanceof IssuerError)) return error as Error;
  const reason = maskReason(messageOf(error), secrets);
  if (error instanceof RefusedGrant && userCodes.has(error.code)) {
    return new ForwardError(
      `The ${api} API cannot be called on behalf of the user, who has to log in again: ${reason}`,
    );
  }
  return new CredentialsError(`No credentials for the ${api} API`, reason);
}
