import { booleanAt } from '../../core/source/read-values.js';
import { stringAt } from '../../core/source/source-node.js';
import { loadExport, type Feature } from '../../feature-kit/feature.js';
import { checkDocsPage } from './check-docs-page.js';
import { docsPagePart } from './docs-page-part.js';
import { docsPageDiagnostics } from './diagnostics.js';

/** The docs page of a server, `server.docsPage`. `generate` emits it last, because it describes everything else. */
export const docsPage: Feature = {
  name: 'docs-page',
  diagnostics: Object.values(docsPageDiagnostics),
  formerKeys: [{ path: ['server', 'page'], key: 'docsPage' }],
  read(model, { definitions: { server } }) {
    if (booleanAt(server, 'docsPage') === true) return docsPagePart.on(model, 'open');
    return stringAt(server, 'docsPage') === 'public' ? docsPagePart.on(model, 'public') : model;
  },
  check: (_model, { definitions }) => checkDocsPage(definitions),
  emit: ({ model }) => ({ members: docsPagePart.of(model) ? [loadExport('loadPage', './docs-page.ts', 'page')] : [] }),
};
