import type { FormerKey } from '../../core/source/former-keys.js';
import { features } from '../../features.js';

/** Deprecated keys that do not belong to a feature. */
const coreKeys: readonly FormerKey[] = [{ path: ['tools', '*', 'active'], key: 'enabled' }];

/** All deprecated keys of definitions. They work until 0.5. */
export const formerKeys: readonly FormerKey[] = [
  ...coreKeys,
  ...features.flatMap((feature) => feature.formerKeys ?? []),
];
