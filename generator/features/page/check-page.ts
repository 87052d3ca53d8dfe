import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { booleanAt } from '../../core/source/read-values.js';
import { entryOf } from '../../core/source/source-node.js';
import type { DefinitionSet } from '../../feature-kit/definition/definition-set.js';
import { pageDiagnostics } from './diagnostics.js';

/** Reports a page that nobody gets, because `auth` keeps browsers out. */
export function checkPage({ server, settings }: Pick<DefinitionSet, 'server' | 'settings'>): readonly Diagnostic[] {
  const page = entryOf(server, 'page');
  if (!settings.has('auth') || !page || booleanAt(server, 'page') !== true) return [];
  const message = '`page: true` has no effect on a server with `auth`: browsers have no access token.';
  const help = 'Write `page: public` if everyone may know what the server offers. Otherwise remove the key.';
  return [createDiagnostic(pageDiagnostics['hidden-page'], page.value.location, message, { help })];
}
