import path from 'node:path';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import { defined } from '../../core/model/json.js';
import { isBase64, numberAt, objectAt } from '../../core/source/read-values.js';
import { isAbsoluteUri } from '../../core/source/wire-values.js';
import { childOf, entriesOf, entryOf, stringAt, type MapEntry } from '../../core/source/source-node.js';
import type {
  ContentModel,
  Names,
  ResourceModel,
  ResourceTemplateModel,
  UriMatcherModel,
  VariableModel,
} from '../../core/model/model.js';
import { parseUriTemplate } from '../../core/uri/parse-uri-template.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import {
  readCache,
  readDescriptor,
  report,
  resolveCompletion,
  resolveHandler,
  resolveList,
  type Resolution,
} from '../../feature-kit/definition/resolve-entry.js';
import { isSupplied, readEntryFeatures, readSupplied } from './read-features.js';

/** Resolves a resource, which is static if it has content and has a handler otherwise. */
export function resolveResource(resolution: Resolution, entry: DefinitionEntry, names: Names): ResourceModel {
  const { node, key: uri, keyLocation } = entry;
  if (!isAbsoluteUri(uri)) {
    const help = 'The key of a resource must be an absolute URI, such as `myserver://things/one`.';
    report(resolution, 'invalid-uri', keyLocation, `\`${uri}\` is not an absolute URI.`, { help });
  }
  const content = resolveContent(resolution, entry);
  const handler = resolveHandler(resolution, node);
  if (content && handler.kind === 'bound') {
    report(resolution, 'conflicting-keys', keyLocation, 'A resource can have content or a `handler`, not both.');
  }
  const resource: ResourceModel = {
    ...readDescriptor(node, names),
    ...readResourceFields(entry),
    uri,
    ...defined({ size: numberAt(node, 'size'), content, cache: readCache(node, content ? 'public' : 'private') }),
    handler,
  };
  return readEntryFeatures(resolution, resource, node);
}

/** Resolves a resource template. Returns `undefined` if its key is not a valid URI template. */
export function resolveResourceTemplate(
  resolution: Resolution,
  entry: DefinitionEntry,
  names: Names,
): ResourceTemplateModel | undefined {
  const { node, key: uriTemplate, keyLocation } = entry;
  const parsed = parseUriTemplate(uriTemplate);
  if (!parsed.ok) {
    const quote = keyLocation.length > uriTemplate.length ? 1 : 0;
    const column = keyLocation.column + Math.min(quote + parsed.index, keyLocation.length - 1);
    const location = { ...keyLocation, column, length: 1 };
    report(resolution, 'invalid-template', location, `\`${uriTemplate}\`: ${parsed.message}`);
    return undefined;
  }
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:/u.test(uriTemplate)) {
    const help = 'A template must begin with a scheme, as in `myserver://things/{id}`.';
    report(resolution, 'invalid-template', keyLocation, `\`${uriTemplate}\` is not an absolute URI.`, { help });
  }
  for (const warning of parsed.warnings) report(resolution, 'ambiguous-template', keyLocation, warning);
  const template: ResourceTemplateModel = {
    ...readDescriptor(node, names),
    ...readResourceFields(entry),
    uriTemplate,
    matcher: parsed.matcher,
    ...resolveVariables(resolution, entry, names, parsed.matcher),
    ...defined({
      cache: readCache(node, 'private'),
      list: resolveList(resolution, entry, resourceName(entry), names),
    }),
    handler: resolveHandler(resolution, node),
  };
  return readEntryFeatures(resolution, template, node);
}

function resolveVariables(
  resolution: Resolution,
  entry: DefinitionEntry,
  { typeName }: Names,
  matcher: UriMatcherModel,
): Pick<ResourceTemplateModel, 'variables' | 'supplied'> {
  const variableNames = [...matcher.path, ...matcher.query].map(({ name }) => name);
  const owner = { name: resourceName(entry), typeName };
  const written = entriesOf(childOf(entry.node, 'variables'));
  // Clients send the variables of the URI.
  const supplied = written.filter((variable) => isSupplied(variable) && !variableNames.includes(variable.key));
  const described = written.filter((variable) => !supplied.includes(variable));
  const variables = described.map((variable): VariableModel => {
    const { key: name, keyLocation, value } = variable;
    if (!variableNames.includes(name)) {
      const help = didYouMean(name, variableNames) ?? listVariables(variableNames);
      report(resolution, 'unknown-variable', keyLocation, `\`${name}\` is not a variable of this template.`, { help });
    }
    const completion = resolveCompletion(resolution, owner, variable);
    return { name, ...defined({ description: stringAt(value, 'description'), completion }) };
  });
  return { variables, ...readSupplied(supplied) };
}

function listVariables(names: readonly string[]): string {
  return names.length === 0
    ? 'The template has no variables.'
    : `Template variables: ${names.map((name) => `\`${name}\``).join(', ')}.`;
}

/** Returns the list name of a resource, or its key if the required name is missing. */
export function resourceName({ node, key }: DefinitionEntry): string {
  return stringAt(node, 'name') ?? key;
}

function readResourceFields(entry: DefinitionEntry) {
  return {
    name: resourceName(entry),
    ...defined({ mimeType: stringAt(entry.node, 'mimeType'), annotations: objectAt(entry.node, 'annotations') }),
  };
}

function resolveContent(resolution: Resolution, entry: DefinitionEntry): ContentModel | undefined {
  const contentEntries = ['text', 'blob', 'file'].flatMap((key) => entryOf(entry.node, key) ?? []);
  const [first, second] = contentEntries;
  if (second) {
    const message = `\`${first?.key}\` and \`${second.key}\` are mutually exclusive.`;
    report(resolution, 'conflicting-keys', second.keyLocation, message);
  }
  const value = first && stringAt(entry.node, first.key);
  if (!first || value === undefined) return undefined;
  if (first.key === 'text') return { kind: 'text', text: value };
  return first.key === 'blob' ? readBlob(resolution, first, value) : readFileContent(resolution, entry, first, value);
}

function readBlob(resolution: Resolution, { value: node }: MapEntry, text: string): ContentModel {
  const base64 = text.replace(/\s/gu, '');
  if (!isBase64(base64)) {
    report(resolution, 'invalid-blob', node.location, 'This is not valid Base64 (RFC 4648, with padding).');
  }
  return { kind: 'blob', base64 };
}

/**
 * Reads the file of a static resource as text if it is UTF-8, or else as a blob. The content becomes part of the
 * generated code.
 */
function readFileContent(
  resolution: Resolution,
  entry: DefinitionEntry,
  { value: node }: MapEntry,
  reference: string,
): ContentModel | undefined {
  const file = path.posix.join(path.posix.dirname(entry.file), reference);
  const loaded = resolution.workspace.files.get(file);
  if (loaded?.status === 'read') {
    const isText = Buffer.from(loaded.text, 'utf8').equals(loaded.bytes) && !loaded.text.includes('\0');
    if (isText) return { kind: 'text', text: loaded.text.replaceAll('\r\n', '\n') };
    return { kind: 'blob', base64: Buffer.from(loaded.bytes).toString('base64') };
  }
  if (loaded?.status === 'unreadable') {
    report(resolution, 'unreadable-file', node.location, `\`${reference}\` ${loaded.reason}.`);
    return undefined;
  }
  const isOutside = loaded?.status === 'outside' || reference.startsWith('/');
  const message = isOutside
    ? `\`${reference}\` is outside ${resolution.workspace.folder}/.`
    : `The file \`${reference}\` does not exist (relative to ${entry.file}).`;
  report(resolution, isOutside ? 'ref-outside-project' : 'missing-file', node.location, message);
  return undefined;
}
