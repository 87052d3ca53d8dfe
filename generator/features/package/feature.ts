import type { Feature } from '../../feature-kit/feature.js';
import { checkPackage } from './check-package.js';

/** Facts about a server for packages and catalogues: `package`. */
export const packageFacts: Feature = {
  name: 'package',
  root: { settings: ['package'] },
  check: (_model, { definitions }) => checkPackage(definitions.settings.get('package')),
};
