import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { booleanAt } from '../../core/source/read-values.js';
import { entryOf } from '../../core/source/source-node.js';
import type { DefinitionSet } from '../../feature-kit/definition/definition-set.js';
import { docsPageDiagnostics } from './diagnostics.js';

/** Reports a docs page that browsers cannot open because of `auth`. */
export function checkDocsPage({ server, settings }: Pick<DefinitionSet, 'server' | 'settings'>): readonly Diagnostic[] {
  const page = entryOf(server, 'docsPage');
  if (!settings.has('auth') || !page || booleanAt(server, 'docsPage') !== true) return [];
  const message = '`docsPage: true` has no effect on a server with `auth`: browsers have no access token.';
  const help = 'Use `docsPage: public` to show the page to everyone, or remove the key.';
  return [createDiagnostic(docsPageDiagnostics['hidden-page'], page.value.location, message, { help })];
}
