import type { Feature } from '../../feature-kit/feature.js';
import { diffUi, diffViews } from './diff-views.js';
import { viewFiles } from './view-files.js';
import { emitViews, emitViewStubs } from './emit-views.js';

/** Pages that show results of tools in a host (MCP Apps): `ui`. */
export const views: Feature = {
  name: 'views',
  files: viewFiles,
  diff: { entry: (changes, old, recent) => diffUi(changes, old.ui, recent.ui), others: diffViews },
  emit: ({ model, describeTool, paths, render }) => ({
    files: emitViews(model, describeTool, paths, render),
    stubs: emitViewStubs(model, paths, render),
    capabilities: model.views.length > 0 ? ['views'] : [],
  }),
};
