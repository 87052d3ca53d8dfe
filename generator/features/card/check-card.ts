import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { DefinitionSet } from '../../feature-kit/definition/merge-definitions.js';
import type { Model } from '../../core/model/model.js';
import { noFacts } from '../package/public-facts.js';
import { reportProblems } from '../package/report-problems.js';
import { checkServerCard } from './server-card.js';
import { locateAt } from '../../core/source/source-node.js';

/** Reports what keeps a server with `card: true` from having a card, at the nearest key that the definition has. */
export function checkCard(
  { server, auth, package: facts }: Pick<DefinitionSet, 'server' | 'auth' | 'package'>,
  model: Pick<Model, 'server' | 'auth' | 'package'>,
): readonly Diagnostic[] {
  if (model.server.hasCard !== true || !server) return [];
  const problems = checkServerCard({ model, facts: model.package ?? noFacts });
  return reportProblems(new Map([['server.card', { problems }]]), ([section = '', ...path]) => {
    if (section === 'package' && facts) return locateAt(facts, path);
    if (section === 'auth' && auth) return locateAt(auth, path);
    return locateAt(server, section === 'server' ? path : ['card']);
  });
}
