import { stringLiteral } from '../../core/code/escape.js';
import type { ToolModel } from '../../core/model/model.js';
import type { Feature } from '../../feature-kit/feature.js';
import { errorChanges } from './changes.js';
import { checkErrors } from './check-errors.js';
import { errorsDiagnostics } from './diagnostics.js';
import { diffErrors } from './diff-errors.js';
import { emitErrors, errorsFile } from './emit-errors.js';
import { errorsPart } from './errors-part.js';
import { readErrors } from './read-errors.js';
import { shareErrors } from './share-errors.js';
import { showErrors } from './show-errors.js';

/** Errors that tools declare, `errors`. */
export const errors: Feature = {
  name: 'errors',
  diagnostics: Object.values(errorsDiagnostics),
  changes: Object.values(errorChanges),
  readTool: readErrors,
  read: shareErrors,
  check: checkErrors,
  diff: { entry: diffErrors },
  site: { facts: showErrors },
  errorsType(tool) {
    const name = errorsPart.of(tool)?.typeName;
    return name === undefined ? undefined : { module: `./${errorsFile}`, name };
  },
  stubHints: showUse,
  toolMembers(tool) {
    const owner = errorsPart.of(tool)?.owner;
    if (owner === undefined) return [];
    const module = tool.unlisted ? `../${errorsFile}` : `./${errorsFile}`;
    const value = `async () => (await import(${stringLiteral(module)})).errors[${stringLiteral(owner)}]()`;
    return [{ name: 'errors', value }];
  },
  emit: (emitting) => ({ files: emitErrors(emitting) }),
};

/** Returns the use of the first error, for the stub of a tool. */
function showUse(tool: ToolModel): readonly string[] {
  const [error] = errorsPart.of(tool)?.errors ?? [];
  if (error === undefined) return [];
  return [`return context.fail.${error.name}(${error.data === undefined ? '' : '{ … }'});`];
}
