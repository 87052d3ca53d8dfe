import { stringifyJson } from '../../core/model/json.js';
import { text } from '../../feature-kit/pages/document.js';
import type { Feature } from '../../feature-kit/feature.js';
import { staticResultChanges } from './changes.js';
import { emitStaticResults } from './emit-static-results.js';
import { printStaticResult } from './print-static-result.js';
import { readStaticResult } from './read-result.js';
import { staticResultPart } from './static-results-part.js';

/** Static results of tools, `result`. */
export const staticResults: Feature = {
  name: 'static-results',
  changes: Object.values(staticResultChanges),
  readTool: readStaticResult,
  implementation: (tool) =>
    staticResultPart.of(tool) && { kind: 'result', summary: [text('Returns a static result')], isDeclared: true },
  knownResult: printStaticResult,
  diff: {
    entry(changes, old, recent) {
      const [before, after] = [old, recent].map((tool) => staticResultPart.of(tool)?.map(stringifyJson).join());
      if (before === undefined || after === undefined || before === after) return;
      changes.add(staticResultChanges['result-changed'], 'the result changed', ['result']);
    },
  },
  emit: ({ model, render }) => ({ files: emitStaticResults(model, render) }),
};
