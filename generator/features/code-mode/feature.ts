import { generatedFile } from '../../core/code/generated-file.js';
import type { Feature } from '../../feature-kit/feature.js';
import { checkAllow } from './check-allow.js';
import { diffCodeMode, diffCodeTool } from './diff-code-mode.js';
import { codeExpression, emitCodeMode } from './emit-code-mode.js';

/** Tools that are called by scripts of the model: `mode: code`. */
export const codeMode: Feature = {
  name: 'code-mode',
  check: ({ tools }, { definitions }) => checkAllow(definitions.server, tools, 'tool'),
  diff: {
    server: (changes, { old, recent }) => diffCodeMode(changes, old.server, recent.server),
    entry: (changes, old, recent) => diffCodeTool(changes, old.handler, recent.handler),
  },
  emit({ model, render }) {
    const code = codeExpression(model);
    return {
      files: generatedFile('code-mode.ts', emitCodeMode(model, render)),
      members: code === undefined ? [] : [{ name: 'code', value: code }],
    };
  },
};
