import type { Feature } from '../../feature-kit/feature.js';
import { diffServed } from './diff-served.js';
import { checkToolsets } from './check-toolsets.js';

/** Groups of tools that can be chosen at the start: `toolsets`. */
export const toolsets: Feature = {
  name: 'toolsets',
  diff: {
    server: (changes, { old, recent }) =>
      changes.addValue('default-toolsets-changed', 'toolsets', old.server.toolsets, recent.server.toolsets),
    entry: diffServed,
  },
  check: ({ tools }, { definitions }) => checkToolsets(definitions.server, tools),
};
