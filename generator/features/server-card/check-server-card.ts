import { serverCardPart } from './server-card-part.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { DefinitionSet } from '../../feature-kit/definition/definition-set.js';
import type { Model } from '../../core/model/model.js';
import { packagePart } from '../package/package-part.js';
import { noFacts } from '../package/public-facts.js';
import { reportProblems } from '../package/report-problems.js';
import { findCardProblems } from './print-server-card.js';
import { locateAt } from '../../core/source/source-node.js';

/** Reports problems in the definition of a server with `serverCard: true`, each at the nearest key. */
export function checkServerCard(
  { server, settings }: Pick<DefinitionSet, 'server' | 'settings'>,
  model: Pick<Model, 'server' | 'parts'>,
): readonly Diagnostic[] {
  if (!serverCardPart.of(model) || !server) return [];
  const problems = findCardProblems({ model, facts: packagePart.of(model) ?? noFacts });
  return reportProblems(new Map([['server.serverCard', { problems }]]), ([section = '', ...path]) => {
    const configured = settings.get(section);
    if (configured) return locateAt(configured, path);
    return locateAt(server, section === 'server' ? path : ['serverCard']);
  });
}
