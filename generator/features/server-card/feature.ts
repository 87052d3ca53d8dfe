import { generatedFile } from '../../core/code/generated-file.js';
import { loadExport, type Feature } from '../../feature-kit/feature.js';
import { booleanAt } from '../../core/source/read-values.js';
import { serverCardPart } from './server-card-part.js';
import { checkServerCard } from './check-server-card.js';
import { emitServerCard } from './emit-server-card.js';

/** The server card (SEP-2127), `server.serverCard`. */
export const serverCard: Feature = {
  name: 'server-card',
  formerKeys: [{ path: ['server', 'card'], key: 'serverCard' }],
  read: (model, { definitions }) =>
    booleanAt(definitions.server, 'serverCard') === true ? serverCardPart.on(model, true) : model,
  check: (model, { definitions }) => checkServerCard(definitions, model),
  emit({ model, render }) {
    const files = generatedFile('server-card.ts', emitServerCard(model, render));
    return { files, members: files.length === 0 ? [] : [loadExport('loadCard', './server-card.ts', 'card')] };
  },
};
