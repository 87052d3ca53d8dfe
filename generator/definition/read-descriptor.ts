import type { CacheModel, DescriptorModel, ElicitationModel, Names } from '../model/model.js';
import { splitWords, toPascalCase } from '../resolve/form-names.js';
import { numberAt, objectAt } from '../source/read-values.js';
import { childOf, entriesOf, stringAt, toJson, type SourceNode } from '../source/source-node.js';

/** Reads the descriptor fields that tools, prompts, resources and templates share. */
export function readDescriptor(node: SourceNode, names: Names): DescriptorModel {
  const title = stringAt(node, 'title');
  const description = stringAt(node, 'description');
  const icons = childOf(node, 'icons');
  const meta = objectAt(node, '_meta');
  const extensions = entriesOf(node).filter(({ key }) => key.startsWith('x-'));
  return {
    names,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(icons && { icons: toJson(icons) }),
    ...(meta && { meta }),
    extensions: new Map(extensions.map(({ key, value }) => [key, toJson(value)])),
    elicitations: readElicitations(node, names),
  };
}

/** Reads the elicitations of a tool, prompt, resource or template. Other functions check them. */
export function readElicitations(node: SourceNode, names: Names): readonly ElicitationModel[] {
  return entriesOf(childOf(node, 'elicitations')).map(({ key, value }) => {
    const requestedSchema = objectAt(value, 'requestedSchema');
    const url = stringAt(value, 'url');
    return {
      name: key,
      typeName: `${names.typeName}${toPascalCase(splitWords(key))}Content`,
      message: stringAt(value, 'message') ?? '',
      ...(requestedSchema && { requestedSchema }),
      ...(url !== undefined && { url }),
      ...(stringAt(value, 'unavailable') === 'cancel' && { unavailable: 'cancel' }),
    };
  });
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
