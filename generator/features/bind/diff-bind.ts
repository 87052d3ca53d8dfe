import { isJsonObject, jsonObjectOf, objectAt, stringifyJson } from '../../core/model/json.js';
import type { ComparedEntry } from '../../feature-kit/feature.js';
import { pairByKey, type EntryChanges } from '../../feature-kit/changes/change.js';
import { boundArgumentsOf, showSource, type BoundArgumentModel } from './bind-part.js';
import { bindChanges } from './changes.js';

/** Reports changes of the bound arguments of a tool. */
export function diffBind(changes: EntryChanges, old: ComparedEntry, recent: ComparedEntry): void {
  if (!isTool(old) || !isTool(recent)) return;
  for (const [name, before, after] of pairByKey(boundArgumentsOf(old), boundArgumentsOf(recent), nameOf)) {
    const path = ['inputSchema', 'properties', name];
    const add = (rule: keyof typeof bindChanges, message: string): void =>
      changes.add(bindChanges[rule], message, path, { side: (after ?? hasArgument(recent, name)) ? 'new' : 'old' });
    if (before && after) {
      if (printSources(before) === printSources(after)) continue;
      add('bind-source-changed', `argument \`${name}\` is set from ${describe(after)} instead of ${describe(before)}`);
    } else if (after) {
      if (hasArgument(old, name)) add('argument-bound', `argument \`${name}\` is set from ${describe(after)} now`);
      else add('bound-argument-added', `argument \`${name}\`, set from ${describe(after)}, was added`);
    } else if (before) {
      if (hasArgument(recent, name)) add('argument-unbound', `callers send argument \`${name}\` now`);
      else add('bound-argument-removed', `argument \`${name}\`, set from ${describe(before)}, was removed`);
    }
  }
}

type ComparedTool = Parameters<typeof boundArgumentsOf>[0];

function isTool(entry: ComparedEntry): entry is ComparedTool {
  return 'input' in entry;
}

function nameOf({ name }: BoundArgumentModel): string {
  return name;
}

function describe({ source, stdio }: BoundArgumentModel): string {
  return `${showSource(source)}${stdio ? `, on stdio ${showSource(stdio)},` : ''}`;
}

function printSources({ source, stdio }: BoundArgumentModel): string {
  return stringifyJson(jsonObjectOf({ source, stdio }));
}

function hasArgument({ input: { schema } }: ComparedTool, name: string): boolean {
  return isJsonObject(schema) && objectAt(schema, 'properties').has(name);
}
