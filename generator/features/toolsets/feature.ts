import { memberViews } from '../../core/code/json-expression.js';
import { textsAt } from '../../core/source/read-values.js';
import { childOf } from '../../core/source/source-node.js';
import type { Feature } from '../../feature-kit/feature.js';
import { listCodes, text } from '../../feature-kit/pages/document.js';
import { diffServed } from './diff-served.js';
import { checkToolsets } from './check-toolsets.js';
import { defaultToolsets, toolsetsOf, toolsetsPart, withToolsets } from './toolsets-part.js';
import { toolsetsDiagnostics } from './diagnostics.js';
import { toolsetsChanges } from './changes.js';

/** Groups of tools that users select at server start, `toolsets`. */
export const toolsets: Feature = {
  name: 'toolsets',
  diagnostics: Object.values(toolsetsDiagnostics),
  changes: Object.values(toolsetsChanges),
  readTool: (tool, node) => withToolsets(tool, textsAt(node, 'toolset')),
  read(model, { definitions: { server } }) {
    return childOf(server, 'toolsets') ? defaultToolsets.on(model, textsAt(server, 'toolsets')) : model;
  },
  diff: {
    server: (changes, { old, recent }) =>
      changes.addValue(
        toolsetsChanges['default-toolsets-changed'],
        'toolsets',
        defaultToolsets.of(old),
        defaultToolsets.of(recent),
      ),
    entry: diffServed,
  },
  check: ({ tools }, { definitions }) => checkToolsets(definitions.server, tools),
  site: {
    facts(tool) {
      const toolsetsOfTool = toolsetsOf(tool);
      return toolsetsOfTool.length > 1 ? [[text('In the toolsets '), ...listCodes(toolsetsOfTool), text('.')]] : [];
    },
  },
  toolMembers: (tool) => memberViews({ toolsets: toolsetsPart.of(tool) }),
};
