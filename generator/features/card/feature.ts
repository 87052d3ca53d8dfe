import { generatedFile } from '../../core/code/generated-file.js';
import { loadExport, type Feature } from '../../feature-kit/feature.js';
import { checkCard } from './check-card.js';
import { emitCard } from './emit-card.js';

/** A card about the server for catalogues: `server.card`. */
export const card: Feature = {
  name: 'card',
  check: (model, { definitions }) => checkCard(definitions, model),
  emit({ model, render }) {
    const files = generatedFile('card.ts', emitCard(model, render));
    return { files, members: files.length === 0 ? [] : [loadExport('loadCard', './card.ts', 'card')] };
  },
};
