import type { Feature } from '../../feature-kit/feature.js';
import { resolvePackage } from './resolve-package.js';
import { checkPackage } from './check-package.js';
import { packagePart } from './package-part.js';
import { packageDiagnostics } from './diagnostics.js';

/** Server metadata for packages and catalogs, `package`. */
export const packageFacts: Feature = {
  name: 'package',
  diagnostics: Object.values(packageDiagnostics),
  root: { settings: ['package'] },
  read(model, { definitions }) {
    const node = definitions.settings.get('package');
    return node ? packagePart.on(model, resolvePackage(node)) : model;
  },
  check: (_model, { definitions }) => checkPackage(definitions.settings.get('package')),
};
