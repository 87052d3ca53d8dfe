import type { Feature } from '../../feature-kit/feature.js';
import { diffUi, diffViews } from './diff-views.js';
import { appsPackage, appsPeers, viewFiles } from './view-files.js';
import { readUi, readViews } from './resolve-views.js';
import { toolUi, viewsOf } from './views-part.js';
import { emitViews, emitViewStubs } from './emit-views.js';
import { viewsDiagnostics } from './diagnostics.js';
import { viewsChanges } from './changes.js';

/** Views, HTML that hosts show with tool results (MCP Apps): `ui`. */
export const views: Feature = {
  name: 'views',
  diagnostics: Object.values(viewsDiagnostics),
  changes: Object.values(viewsChanges),
  files: viewFiles,
  readTool: readUi,
  read: readViews,
  packages: (model) =>
    viewsOf(model).length > 0 ? [{ name: appsPackage, purpose: 'views', isDev: true, peers: appsPeers }] : [],
  diff: { entry: (changes, old, recent) => diffUi(changes, toolUi.of(old), toolUi.of(recent)), others: diffViews },
  emit: ({ model, describeTool, paths, render }) => ({
    files: emitViews(model, describeTool, paths, render),
    stubs: emitViewStubs(model, paths, render),
    capabilities: viewsOf(model).length > 0 ? ['views'] : [],
  }),
};
