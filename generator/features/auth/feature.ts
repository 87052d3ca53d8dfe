import { generatedFile } from '../../core/code/generated-file.js';
import { loadExport, type Feature } from '../../feature-kit/feature.js';
import { resolveAuth } from './resolve-auth.js';
import { checkAuth } from './check-auth.js';
import { compareScopes, diffAccess } from './diff-auth.js';
import { describeAccess } from './describe-access.js';
import { emitAuth } from './emit-auth.js';
import { authDiagnostics } from './diagnostics.js';
import { authPart } from './auth-part.js';
import { documentedScopes, readScopes } from './scopes-part.js';
import { authChanges } from './changes.js';

/** Authentication over HTTP, `auth`. */
export const auth: Feature = {
  name: 'auth',
  diagnostics: Object.values(authDiagnostics),
  changes: Object.values(authChanges),
  root: { settings: ['auth'] },
  formerKeys: [{ path: ['auth', 'required'], key: 'requiredScopes' }],
  read(model, { definitions, apis }) {
    const node = definitions.settings.get('auth');
    return node ? authPart.on(model, resolveAuth(node, documentedScopes.of(apis))) : model;
  },
  readEntry: readScopes,
  environment(model) {
    const access = authPart.of(model);
    if (!access) return [];
    const variables = access.environment.map((variable) => ({ ...variable, isForHttpOnly: true as const }));
    return [{ title: 'Authentication over HTTP', variables }];
  },
  check: (_model, { definitions, apis }) => checkAuth(definitions, documentedScopes.of(apis)),
  site: { sections: describeAccess },
  diff: {
    entry: (changes, old, recent, versions) => compareScopes(versions).diffEntry(changes, old, recent),
    others: diffAccess,
  },
  emit({ model, render }) {
    const files = generatedFile('auth.ts', emitAuth(model, render));
    return { files, members: files.length === 0 ? [] : [loadExport('loadAuth', './auth.ts', 'auth')] };
  },
};
