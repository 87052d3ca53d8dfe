import { isJsonObject, jsonObjectOf, objectAt, stringifyJson } from '../../core/model/json.js';
import type { ToolModel } from '../../core/model/model.js';
import type { ComparedEntry } from '../../feature-kit/feature.js';
import { pairByKey, type EntryChanges } from '../../feature-kit/changes/change.js';
import { boundArgumentsOf, showSource, takesTexts, type BoundArgumentModel } from './bind-part.js';
import { bindChanges } from './changes.js';

/** Reports changes of the bound arguments of a tool, prompt or template. */
export function diffBind(changes: EntryChanges, old: ComparedEntry, recent: ComparedEntry): void {
  for (const [name, before, after] of pairByKey(boundArgumentsOf(old), boundArgumentsOf(recent), nameOf)) {
    const path = [...pathOf(recent), name];
    const add = (rule: keyof typeof bindChanges, message: string): void =>
      changes.add(bindChanges[rule], message, path, {
        side: (after ?? hasArgument(recent, name)) ? 'new' : 'old',
        hasHandler: !('messages' in recent),
      });
    if (before && after) {
      if (printSources(before) === printSources(after)) continue;
      add('bind-source-changed', describeChange(before, after));
    } else if (after) {
      if (hasArgument(old, name)) add('argument-bound', `argument \`${name}\` is set from ${describe(after)} now`);
      else add('bound-argument-added', `argument \`${name}\`, set from ${describe(after)}, was added`);
    } else if (before) {
      if (hasArgument(recent, name)) add('argument-unbound', `callers send argument \`${name}\` now`);
      else add('bound-argument-removed', `argument \`${name}\`, set from ${describe(before)}, was removed`);
    }
  }
}

/** Returns the path of the arguments in the definition of an entry. */
function pathOf(entry: ComparedEntry): readonly string[] {
  if (!takesTexts(entry)) return ['inputSchema', 'properties'];
  return ['matcher' in entry ? 'variables' : 'arguments'];
}

function nameOf({ name }: BoundArgumentModel): string {
  return name;
}

function describe({ source, stdio }: BoundArgumentModel): string {
  return `${showSource(source)}${stdio ? ` (on stdio: ${showSource(stdio)})` : ''}`;
}

/** Describes a change of the source. Constants are not shown. */
function describeChange(before: BoundArgumentModel, after: BoundArgumentModel): string {
  const [old, recent] = [describe(before), describe(after)];
  if (old === recent) return `argument \`${after.name}\` has a different constant`;
  return `argument \`${after.name}\` is set from ${recent} instead of ${old}`;
}

function printSources({ source, stdio }: BoundArgumentModel): string {
  return stringifyJson(jsonObjectOf({ source, stdio }));
}

/** Whether callers send an argument. */
function hasArgument(entry: ComparedEntry, name: string): boolean {
  if (takesTexts(entry)) {
    return 'matcher' in entry ? false : entry.arguments.some((argument) => argument.name === name);
  }
  const schema = 'input' in entry ? (entry as ToolModel).input.schema : undefined;
  return isJsonObject(schema) && objectAt(schema, 'properties').has(name);
}
