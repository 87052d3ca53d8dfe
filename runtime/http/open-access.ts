import type { AccessControl, AuthPlatform } from '../api/auth.js';
import type { Service } from '../service/service.js';

/**
 * Opens the access control of a definition with `auth`; from then on the service has it.
 *
 * @throws TypeError for missing environment variables and wrong values.
 */
export async function openAccess(service: Service, platform: Omit<AuthPlatform, 'name' | 'report'>): Promise<void> {
  const { definition, identity, report } = service;
  const source = await definition.loadAuth?.();
  const name = identity.title || identity.name;
  const access: AccessControl | undefined = await source?.open({ ...platform, name, report });
  if (access !== undefined) service.access = access;
}
