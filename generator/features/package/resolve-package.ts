import { defined } from '../../core/model/json.js';
import type { AuthorModel, ImageModel, PackageModel } from './package-model.js';
import { textsAt } from '../../core/source/read-values.js';
import { isScheme, joinReference } from '../../core/source/references.js';
import { childOf, itemsOf, stringAt, type SourceNode } from '../../core/source/source-node.js';

/** Reads `package` of a definition. `checkPackage` reports its problems. */
export function resolvePackage(node: SourceNode): PackageModel {
  const author = readAuthor(childOf(node, 'author'));
  const texts = Object.fromEntries(textKeys.map((key) => [key, stringAt(node, key)?.trim() || undefined]));
  return {
    ...defined(texts),
    ...(author && { author }),
    icons: itemsOf(childOf(node, 'icons')).flatMap((item) => readImage(item) ?? []),
    screenshots: itemsOf(childOf(node, 'screenshots')).flatMap((item) => readImage(item) ?? []),
    privacyPolicies: textsAt(node, 'privacyPolicies'),
    keywords: textsAt(node, 'keywords'),
  };
}

const textKeys = [
  'homepage',
  'repository',
  'license',
  'summary',
  'longDescription',
  'support',
  'registryName',
  'npmName',
  'image',
  'url',
  'downloads',
] as const satisfies readonly (keyof PackageModel)[];

function readAuthor(node: SourceNode | undefined): AuthorModel | undefined {
  const name = node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : stringAt(node, 'name');
  if (name === undefined || name === '') return undefined;
  return { name, ...defined({ email: stringAt(node, 'email'), url: stringAt(node, 'url') }) };
}

/**
 * Reads an icon or screenshot: an object with `src`, or only the value of `src`. Paths become relative to the project
 * root.
 */
function readImage(node: SourceNode): ImageModel | undefined {
  const isShort = node.kind === 'scalar' && typeof node.value === 'string';
  const src = isShort ? String(node.value) : stringAt(node, 'src');
  if (src === undefined || src === '') return undefined;
  const theme = (['light', 'dark'] as const).find((known) => known === stringAt(node, 'theme'));
  const common = { sizes: isShort ? [] : textsAt(node, 'sizes'), ...(theme && { theme }) };
  if (isScheme(src)) return { kind: 'url', url: src, ...common };
  return { kind: 'file', file: joinReference(node.location.file, src), ...common };
}
