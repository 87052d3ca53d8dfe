import { defined } from '../model/defined.js';
import type { CacheModel, DescriptorModel, ElicitationModel, Names } from '../model/model.js';
import { splitWords, toPascalCase } from '../resolve/form-names.js';
import { numberAt, objectAt } from '../source/read-values.js';
import { childOf, entriesOf, stringAt, toJson, type SourceNode } from '../source/source-node.js';

/** Reads the descriptor fields that tools, prompts, resources and templates share. */
export function readDescriptor(node: SourceNode, names: Names): DescriptorModel {
  const icons = childOf(node, 'icons');
  const extensions = entriesOf(node).filter(({ key }) => key.startsWith('x-'));
  return {
    names,
    ...defined({
      title: stringAt(node, 'title'),
      description: stringAt(node, 'description'),
      icons: icons && toJson(icons),
      meta: objectAt(node, '_meta'),
    }),
    extensions: new Map(extensions.map(({ key, value }) => [key, toJson(value)])),
    elicitations: readElicitations(node, names),
  };
}

/** Reads the elicitations of a tool, prompt, resource or template. Other functions check them. */
export function readElicitations(node: SourceNode, names: Names): readonly ElicitationModel[] {
  return entriesOf(childOf(node, 'elicitations')).map(({ key, value }) => ({
    name: key,
    typeName: `${names.typeName}${toPascalCase(splitWords(key))}Content`,
    message: stringAt(value, 'message') ?? '',
    ...defined({ requestedSchema: objectAt(value, 'requestedSchema'), url: stringAt(value, 'url') }),
    ...(stringAt(value, 'unavailable') === 'cancel' && { unavailable: 'cancel' }),
  }));
}

/**
 * Reads the cache hints of a server or a resource. Returns `undefined` when the definition has none.
 *
 * @param defaultScope Scope when the definition has none.
 */
export function readCache(node: SourceNode | undefined, defaultScope: CacheModel['scope']): CacheModel | undefined {
  const cache = childOf(node, 'cache');
  if (cache?.kind !== 'map') return undefined;
  const scope = stringAt(cache, 'scope');
  return {
    ttlMs: numberAt(cache, 'ttlMs') ?? 0,
    scope: scope === 'public' || scope === 'private' ? scope : defaultScope,
  };
}
