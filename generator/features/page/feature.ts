import { loadExport, type Feature } from '../../feature-kit/feature.js';
import { checkPage } from './check-page.js';

/** A page about the server at its address: `server.page`. `generate` prints it, when everything else is known. */
export const page: Feature = {
  name: 'page',
  check: (_model, { definitions }) => checkPage(definitions),
  emit: ({ model }) => ({
    members: model.server.page === undefined ? [] : [loadExport('loadPage', './page.ts', 'page')],
  }),
};
