import type { AuthPlatform } from '../../core/api/auth.js';
import { formatReport } from '../../core/service/report.js';
import type { HttpHost, HttpPorts } from '../../core/sharing/open-server.js';
import type * as StateSeal from '../../core/sharing/state-seal.js';

/**
 * Opens what a server has over HTTP alone: the access control of a definition with `auth`, the calls on behalf of callers, the page and
 * the card.
 *
 * @throws TypeError for missing environment variables and wrong values.
 */
export async function openAccess(host: HttpHost, platform: Omit<AuthPlatform, 'name' | 'report'>): Promise<HttpPorts> {
  const { definition, identity, options, stores } = host;
  const page = await definition.loadPage?.();
  const card = await definition.loadCard?.();
  const report: AuthPlatform['report'] = (...given) => host.report(formatReport(...given));
  const source = await definition.loadAuth?.();
  const name = identity.title || identity.name;
  const access = await source?.open({ ...platform, name, report });
  const delegating = access && (await definition.loadDelegation?.());
  const seals = (): Promise<typeof StateSeal> => import('../../core/sharing/state-seal.js');
  const delegation =
    access &&
    delegating?.open({
      ...platform,
      name,
      report,
      server: identity.name,
      access,
      store: stores?.shared,
      hasStateKeys: options.stateKeys !== undefined && options.stateKeys.length > 0,
      seal: async (text) => (await seals()).seal(host, text),
      unseal: async (sealed) => (await seals()).unseal(host, sealed),
    });
  return { page, card, access, delegation };
}
