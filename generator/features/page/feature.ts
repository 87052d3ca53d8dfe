import { booleanAt } from '../../core/source/read-values.js';
import { stringAt } from '../../core/source/source-node.js';
import { loadExport, type Feature } from '../../feature-kit/feature.js';
import { checkPage } from './check-page.js';
import { pagePart } from './page-part.js';
import { pageDiagnostics } from './diagnostics.js';

/** A page about the server at its address: `server.docsPage`. `generate` prints it, when everything else is known. */
export const page: Feature = {
  name: 'page',
  diagnostics: Object.values(pageDiagnostics),
  formerKeys: [{ path: ['server', 'page'], key: 'docsPage' }],
  read(model, { definitions: { server } }) {
    if (booleanAt(server, 'docsPage') === true) return pagePart.on(model, 'open');
    return stringAt(server, 'docsPage') === 'public' ? pagePart.on(model, 'public') : model;
  },
  check: (_model, { definitions }) => checkPage(definitions),
  emit: ({ model }) => ({ members: pagePart.of(model) ? [loadExport('loadPage', './docs-page.ts', 'page')] : [] }),
};
