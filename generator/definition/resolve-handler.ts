import path from 'node:path';
import type { CompletionModel, HandlerModel } from '../model/model.js';
import type { DefinitionEntry } from '../resolve/definition-entry.js';
import { formCompletionNames } from '../resolve/form-names.js';
import { entryFor, mapNode, scalarNode, sequenceNode } from '../source/make-node.js';
import { textsAt } from '../source/read-values.js';
import {
  childOf,
  entryOf,
  itemsOf,
  stringAt,
  type MapEntry,
  type MapNode,
  type SourceNode,
} from '../source/source-node.js';
import { claimCompletionNames } from './check-name-collisions.js';
import { report, type Resolution } from './resolution.js';

/** Resolves the handler of an entry: a stub, unless `handler: ./module.ts#exportName` binds a function. */
export function resolveHandler(
  resolution: Resolution,
  { node, file }: Pick<DefinitionEntry, 'node' | 'file'>,
): HandlerModel {
  const entry = entryOf(node, 'handler');
  const binding = stringAt(node, 'handler');
  if (!entry || binding === undefined) return { kind: 'stub' };
  const parts = /^(\.{1,2}\/[^#]+\.(?:ts|mts|js|mjs))#([A-Za-z_$][\w$]*)$/u.exec(binding);
  const [, reference, exportName] = parts ?? [];
  if (reference === undefined || exportName === undefined) {
    const help = 'Write it like `./math.ts#factorial`; the path is relative to this file.';
    report(resolution, 'invalid-handler', entry.value.location, `\`${binding}\` names no function.`, { help });
    return { kind: 'stub' };
  }
  const module = path.posix.join(path.posix.dirname(file), reference);
  if (!resolution.workspace.modules.get(module)) {
    report(resolution, 'missing-file', entry.value.location, `There is no module \`${module}\` in the project.`);
  }
  const args = childOf(node, 'args') && itemsOf(childOf(node, 'args')).flatMap(readArgumentName);
  return { kind: 'bound', module, exportName, ...(args && { args }) };
}

/** Name of a positional parameter: the item itself, or `arg<n>` for a schema. */
function readArgumentName(node: SourceNode, index: number): readonly string[] {
  if (node.kind === 'map') return [positionalName(index)];
  return node.kind === 'scalar' && typeof node.value === 'string' ? [node.value] : [];
}

/** Name of the input property for a positional parameter without a name; `index` counts from 0. */
function positionalName(index: number): string {
  return `arg${index + 1}`;
}

/**
 * Input schema of a tool whose `args` are schemas: one required property for each. Returns `undefined` when `args` has no schema.
 */
export function formPositionalInput(tool: SourceNode): MapNode | undefined {
  const args = childOf(tool, 'args');
  const properties = itemsOf(args).flatMap((item, index) =>
    item.kind === 'map' ? [entryFor(positionalName(index), item)] : [],
  );
  if (!args || properties.length === 0) return undefined;
  const { location } = args;
  const required = properties.map(({ key }) => scalarNode(key, location));
  return mapNode(
    [
      entryFor('type', scalarNode('object', location)),
      entryFor('properties', mapNode(properties, location)),
      entryFor('required', sequenceNode(required, location)),
    ],
    location,
  );
}

/** The prompt or resource template that an argument or a variable belongs to. */
export interface CompletionOwner extends Pick<DefinitionEntry, 'file'> {
  readonly name: string;
  readonly typeName: string;
}

/** Resolves `complete` of an argument or a variable. Returns `undefined` when there is none. */
export function resolveCompletion(
  resolution: Resolution,
  owner: CompletionOwner,
  { key, keyLocation, value }: MapEntry,
): CompletionModel | undefined {
  const complete = childOf(value, 'complete');
  if (!complete) return undefined;
  if (complete.kind === 'sequence') return { kind: 'list', values: textsAt(value, 'complete') };
  const handler = resolveHandler(resolution, { node: complete, file: owner.file });
  // A bound function has no file here: under the name of the type it cannot collide with a stub of another kind.
  const names = formCompletionNames(handler.kind === 'bound' ? owner.typeName : owner.name, key);
  resolution.completions.push(claimCompletionNames(`${owner.name}: ${key}`, keyLocation, names));
  return { kind: 'handler', names, handler };
}
