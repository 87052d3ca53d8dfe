import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Workspace } from '../load/load-definitions.js';
import { childOf, entriesOf, entryOf, stringAt, type MapEntry } from '../load/source-node.js';

/** Checks that tools, prompts and their parameters say what they are for: it is all that a model has to go by. */
export function checkDescriptions(workspace: Workspace): readonly Diagnostic[] {
  return workspace.definitions.flatMap((file) => {
    const loaded = workspace.files.get(file);
    const root = loaded?.status === 'read' ? loaded.root : undefined;
    const tools = entriesOf(childOf(root, 'tools'));
    const prompts = entriesOf(childOf(root, 'prompts'));
    return [
      ...[...tools, ...prompts].flatMap(checkOwn),
      ...tools.flatMap(({ value }) => checkParameters(entriesOf(childOf(childOf(value, 'inputSchema'), 'properties')))),
      ...prompts.flatMap(({ value }) => checkParameters(entriesOf(childOf(value, 'arguments')))),
    ];
  });
}

/** A missing description is found by the format; an empty one says as little. */
function checkOwn({ key, value }: MapEntry): readonly Diagnostic[] {
  const description = stringAt(value, 'description');
  if (description === undefined || description.trim() !== '') return [];
  const location = childOf(value, 'description')?.location;
  return [createDiagnostic('missing-description', location, `The description of \`${key}\` is empty.`)];
}

function checkParameters(parameters: readonly MapEntry[]): readonly Diagnostic[] {
  return parameters.flatMap(({ key, keyLocation, value }) => {
    // A referred schema may have one.
    if (entryOf(value, '$ref') || (stringAt(value, 'description') ?? '').trim() !== '') return [];
    const message = `The parameter \`${key}\` has no description.`;
    return [createDiagnostic('missing-parameter-description', keyLocation, message)];
  });
}
