import type { AuthSettings } from './auth-settings.js';
import { proofAlgorithms } from './signature-algorithms.js';

/** Path prefix of protected resource metadata. */
export const wellKnownPath = '/.well-known/oauth-protected-resource';

/**
 * Returns the URL of a resource's metadata.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9728#section-3.1
 */
export function metadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${wellKnownPath}${pathname === '/' ? '' : pathname}`;
}

/**
 * Returns the scopes that a client requests first: scopes that every entry needs, otherwise scopes that include no
 * others.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#scope-selection-strategy
 */
export function leastScopes({ required, scopes, sufficient }: AuthSettings): readonly string[] {
  if (required.length > 0) return required;
  return scopes.filter((scope) => [...sufficient].every(([other, enough]) => other === scope || !enough.has(scope)));
}

/**
 * Encodes the protected resource metadata as JSON text.
 *
 * @param name Server name that is shown to users.
 * @see https://www.rfc-editor.org/rfc/rfc9728#section-2
 */
export function describeResource(settings: AuthSettings, name: string): string {
  const scopes = leastScopes(settings).map((scope) => settings.scopePrefix + scope);
  return JSON.stringify({
    resource: settings.resource(),
    authorization_servers: settings.issuers,
    scopes_supported: scopes.length > 0 ? scopes : undefined,
    bearer_methods_supported: ['header'],
    tls_client_certificate_bound_access_tokens: settings.certificateHeader === undefined ? undefined : true,
    dpop_signing_alg_values_supported: proofAlgorithms,
    resource_name: name,
  });
}
