import { defined } from '../model/json.js';
import type { AuthorModel, ImageModel, PackageModel, SettingModel, SettingType } from '../model/package-model.js';
import { booleanAt, textsAt } from '../source/read-values.js';
import { isScheme, joinReference } from '../source/references.js';
import { childOf, entriesOf, itemsOf, stringAt, type MapEntry, type SourceNode } from '../source/source-node.js';

/** Reads `package` of a definition. `checkPackage` reports what is wrong with it. */
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
    configuration: entriesOf(childOf(node, 'configuration')).map(readSetting),
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

/** Reads an icon or screenshot: an object with `src`, or `src` alone. Paths become relative to the project root. */
function readImage(node: SourceNode): ImageModel | undefined {
  const isShort = node.kind === 'scalar' && typeof node.value === 'string';
  const src = isShort ? String(node.value) : stringAt(node, 'src');
  if (src === undefined || src === '') return undefined;
  const theme = (['light', 'dark'] as const).find((known) => known === stringAt(node, 'theme'));
  const common = { sizes: isShort ? [] : textsAt(node, 'sizes'), ...(theme && { theme }) };
  if (isScheme(src)) return { kind: 'url', url: src, ...common };
  return { kind: 'file', file: joinReference(node.location.file, src), ...common };
}

const settingTypes: readonly SettingType[] = ['string', 'number', 'boolean', 'file', 'directory'];

function readSetting({ key, value }: MapEntry): SettingModel {
  const given = childOf(value, 'default');
  const byDefault = given?.kind === 'scalar' && given.value !== null ? given.value : undefined;
  return {
    key,
    variable: stringAt(value, 'variable') ?? variableOf(key),
    type: settingTypes.find((type) => type === stringAt(value, 'type')) ?? 'string',
    ...defined({
      title: stringAt(value, 'title'),
      description: stringAt(value, 'description'),
      isRequired: booleanAt(value, 'required'),
      byDefault,
      isSecret: booleanAt(value, 'secret'),
    }),
  };
}

/** Name of the environment variable of a setting that names none: `API_KEY` for `apiKey`. */
export function variableOf(key: string): string {
  return key
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/gu, '_')
    .toUpperCase();
}
