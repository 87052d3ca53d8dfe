import { generatedFile } from '../../core/code/generated-file.js';
import { loadExport, type Feature } from '../../feature-kit/feature.js';
import { booleanAt } from '../../core/source/read-values.js';
import { cardPart } from './card-part.js';
import { checkCard } from './check-card.js';
import { emitServerCard } from './emit-server-card.js';

/** A card about the server for catalogues: `server.serverCard`. */
export const card: Feature = {
  name: 'card',
  formerKeys: [{ path: ['server', 'card'], key: 'serverCard' }],
  read: (model, { definitions }) =>
    booleanAt(definitions.server, 'serverCard') === true ? cardPart.on(model, true) : model,
  check: (model, { definitions }) => checkCard(definitions, model),
  emit({ model, render }) {
    const files = generatedFile('server-card.ts', emitServerCard(model, render));
    return { files, members: files.length === 0 ? [] : [loadExport('loadCard', './server-card.ts', 'card')] };
  },
};
