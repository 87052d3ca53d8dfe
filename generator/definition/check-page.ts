import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { booleanAt } from '../source/read-values.js';
import { entryOf } from '../source/source-node.js';
import type { DefinitionSet } from './merge-definitions.js';

/** Reports a page that nobody gets, because `auth` keeps browsers out. */
export function checkPage({ server, auth }: Pick<DefinitionSet, 'server' | 'auth'>): readonly Diagnostic[] {
  const page = entryOf(server, 'page');
  if (!auth || !page || booleanAt(server, 'page') !== true) return [];
  const message = 'Nobody gets the page of `page: true`: the server has `auth`, and browsers have no access token.';
  const help = 'Write `page: public` if everyone may know what the server offers. Otherwise remove the key.';
  return [createDiagnostic('hidden-page', page.value.location, message, { help })];
}
