import { cardPart } from './card-part.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { DefinitionSet } from '../../feature-kit/definition/definition-set.js';
import type { Model } from '../../core/model/model.js';
import { packagePart } from '../package/package-part.js';
import { noFacts } from '../package/public-facts.js';
import { reportProblems } from '../package/report-problems.js';
import { checkServerCard } from './server-card.js';
import { locateAt } from '../../core/source/source-node.js';

/** Reports what keeps a server with `serverCard: true` from having a card, at the nearest key that the definition has. */
export function checkCard(
  { server, settings }: Pick<DefinitionSet, 'server' | 'settings'>,
  model: Pick<Model, 'server' | 'parts'>,
): readonly Diagnostic[] {
  if (!cardPart.of(model) || !server) return [];
  const problems = checkServerCard({ model, facts: packagePart.of(model) ?? noFacts });
  return reportProblems(new Map([['server.serverCard', { problems }]]), ([section = '', ...path]) => {
    const own = settings.get(section);
    if (own) return locateAt(own, path);
    return locateAt(server, section === 'server' ? path : ['serverCard']);
  });
}
