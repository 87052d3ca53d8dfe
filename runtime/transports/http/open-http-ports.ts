import type { AccessControl, AuthPlatform } from '../../core/api/auth.js';
import type { Delegation } from '../../core/api/delegation.js';
import type { Mount } from '../../core/service/mount.js';
import { cardMount, consentMount, metadataMount, docsPageMount } from './server-mounts.js';
import { formatReport } from '../../core/service/report.js';
import type { HttpHost, HttpPorts } from '../../core/sharing/open-server.js';
import type * as StateSeal from '../../core/sharing/state-seal.js';

/**
 * Opens the ports that only HTTP servers have: access control (`auth`), delegation, and paths next to the
 * endpoint.
 *
 * @throws TypeError for missing environment variables and invalid values.
 */
export async function openHttpPorts(
  host: HttpHost,
  platform: Omit<AuthPlatform, 'name' | 'report'>,
): Promise<HttpPorts> {
  const { definition, identity, options, stores } = host;
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
  return { access, delegation, mounts: await openMounts(host, platform, access, delegation) };
}

async function openMounts(
  { definition, rows }: HttpHost,
  { path, environment }: Pick<AuthPlatform, 'path' | 'environment'>,
  access: AccessControl | undefined,
  delegation: Delegation | undefined,
): Promise<readonly Mount[]> {
  const [card, page] = [await definition.loadCard?.(), await definition.loadPage?.()];
  const loads = rows.flatMap((row) => (row.hasMounts === true ? (row.load(definition) ?? []) : []));
  const added = await Promise.all(loads.map(async (load) => (await load()).mount?.({ environment }) ?? []));
  return [
    ...(access ? [metadataMount(access)] : []),
    ...(card ? [cardMount(card, path)] : []),
    ...(delegation ? [consentMount(delegation)] : []),
    ...added.flat(),
    ...(page ? [docsPageMount(page, path)] : []),
  ];
}
