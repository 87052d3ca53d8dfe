import { generatedFile } from '../../core/code/generated-file.js';
import { loadExport, type Feature } from '../../feature-kit/feature.js';
import { checkAllow } from './check-allow.js';
import { diffCodeMode, diffCodeTool } from './diff-code-mode.js';
import { childOf, stringAt } from '../../core/source/source-node.js';
import { codePart } from './code-part.js';
import { readCodeSettings } from './read-code-settings.js';
import { codeExpression, emitCodeMode } from './emit-code-mode.js';
import { codeModeChanges } from './changes.js';

/** Code mode, in which scripts written by the model call tools: `mode: code`. */
export const codeMode: Feature = {
  name: 'code-mode',
  changes: Object.values(codeModeChanges),
  formerKeys: [{ path: ['server', 'mode'], key: 'mode', values: new Map([['direct', 'tools']]) }],
  read(model, { definitions: { server } }) {
    const isDefault = stringAt(server, 'mode') === 'code';
    if (!isDefault && !childOf(server, 'code')) return model;
    return codePart.on(model, { ...readCodeSettings(server), ...(isDefault && { isDefault }) });
  },
  check: ({ tools }, { definitions }) => checkAllow(definitions.server, tools, 'tool'),
  diff: {
    server: (changes, { old, recent }) => diffCodeMode(changes, codePart.of(old), codePart.of(recent)),
    entry: (changes, old, recent) => diffCodeTool(changes, old.handler, recent.handler),
  },
  emit({ model, render }) {
    const code = codeExpression(model);
    if (code === undefined) return {};
    return {
      files: generatedFile('code-mode.ts', emitCodeMode(model, render)),
      members: [{ name: 'code', value: code }],
      parts: [loadExport('code-mode', 'create-mcp-from-schema/runtime/code-mode', 'codeServer')],
    };
  },
};
