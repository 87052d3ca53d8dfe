import type { Model } from '../../model/model.js';
import { propertyName, typePropertyName } from '../../code/escape.js';
import { handlerImport, type ProjectPaths } from './handler-module.js';
import { listCompletionHandlers, type CompletedOwner } from './list-completion-handlers.js';

/** What the wiring says about functions that complete: no imports and no sections where there are none. */
export function completionsView(model: Model, paths: ProjectPaths) {
  const { prompts, resourceTemplates } = listCompletionHandlers(model);
  const members = [...prompts, ...resourceTemplates].flatMap((owner) => owner.members);
  const sections = [
    { name: 'prompts', owners: prompts.map(ownerView) },
    { name: 'resourceTemplates', owners: resourceTemplates.map(ownerView) },
  ];
  return {
    imports: members.map((member) => handlerImport(paths, 'completions', member)),
    sections: members.length > 0 ? sections : [],
  };
}

function ownerView({ key, members }: CompletedOwner) {
  return {
    ...keyView(key),
    members: members.map(({ name, names }) => ({ ...keyView(name), value: names.identifier })),
  };
}

function keyView(key: string) {
  return { key: propertyName(key), typeKey: typePropertyName(key) };
}
