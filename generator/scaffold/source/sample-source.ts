import { identityView } from '../identity-view.js';
import type { ProjectSource } from './project-source.js';

/** A small definition with a tool, a prompt and a resource, to begin with. */
export const sampleSource: ProjectSource = {
  notes: [],
  isSample: true,
  listFiles: (identity, render) => [
    { path: `${identity.name}.mcp.yaml`, content: render('project/definition.mcp.yaml', identityView(identity)) },
  ],
};
