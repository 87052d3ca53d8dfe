import type { AccessControl, AuthPlatform } from '../../core/api/auth.js';
import { formatReport } from '../../core/service/report.js';
import type * as StateSeal from '../../core/sharing/state-seal.js';
import type { Service } from '../../core/service/service.js';

/**
 * Opens the access control of a definition with `auth`, the calls on behalf of callers, the page and the card; from then on the service has them.
 *
 * @throws TypeError for missing environment variables and wrong values.
 */
export async function openAccess(service: Service, platform: Omit<AuthPlatform, 'name' | 'report'>): Promise<void> {
  const { definition, identity } = service;
  const page = await definition.loadPage?.();
  if (page !== undefined) service.page = page;
  const card = await definition.loadCard?.();
  if (card !== undefined) service.card = card;
  const report: AuthPlatform['report'] = (...given) => service.report(formatReport(...given));
  const source = await definition.loadAuth?.();
  const name = identity.title || identity.name;
  const access: AccessControl | undefined = await source?.open({ ...platform, name, report });
  if (access === undefined) return;
  service.access = access;
  const { options, stores } = service;
  const delegation = await definition.loadDelegation?.();
  if (delegation === undefined) return;
  const seals = (): Promise<typeof StateSeal> => import('../../core/sharing/state-seal.js');
  service.delegation = delegation.open({
    ...platform,
    name,
    report,
    server: identity.name,
    access,
    store: stores?.shared,
    hasStateKeys: options.stateKeys !== undefined && options.stateKeys.length > 0,
    seal: async (text) => (await seals()).seal(service, text),
    unseal: async (sealed) => (await seals()).unseal(service, sealed),
  });
}
