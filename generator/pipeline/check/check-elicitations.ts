import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { rootOf, type Workspace } from '../../feature-kit/load/workspace.js';
import { listEntries } from '../../feature-kit/load/referenced-files.js';
import { childOf, entriesOf, entryOf, itemsOf, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import { findBrokenPlaceholders, parseTemplate } from '../../core/uri/parse-template.js';
import { reportBroken } from '../../feature-kit/definition/content-blocks.js';
import { splitWords, toPascalCase } from '../../feature-kit/resolve/create-names.js';
import type { SchemaResolver } from '../../feature-kit/resolve/schema-resolver.js';
import { checkSchema } from './check-schema.js';
import { checkSensitive } from './check-sensitive.js';
import type { ValueChecker } from './check-values.js';

/** Checks the elicitations of tools, prompts, resources and templates for problems that the definition format does not rule out. */
export function checkElicitations(
  workspace: Workspace,
  resolver: SchemaResolver,
  values: ValueChecker,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const owners = workspace.definitions.flatMap((file) =>
    listOwners(rootOf(workspace, file)).map((place) => ({ file, ...place })),
  );
  for (const { file, owner, path } of owners) {
    const elicitations = entryOf(owner, 'elicitations');
    if (elicitations === undefined) continue;
    diagnostics.push(...checkOwner(elicitations, owner), ...checkTypeNames(entriesOf(elicitations.value)));
    for (const elicitation of entriesOf(elicitations.value)) {
      diagnostics.push(
        ...checkKind(elicitation),
        ...checkPlaceholders(elicitation.value),
        ...checkUrl(elicitation.value),
      );
      const schema = childOf(elicitation.value, 'requestedSchema');
      if (schema === undefined) continue;
      const scope = resolver.scopeOf(file, [...path, 'elicitations', elicitation.key, 'requestedSchema'], schema);
      const found = checkSchema(schema, scope.dialect).filter(({ code }) => code !== 'undeclared-required');
      diagnostics.push(
        ...found,
        ...values.check(schema, scope),
        ...checkForm(schema),
        ...checkSensitive(elicitation.value),
      );
    }
  }
  return diagnostics;
}

/** Lists the entries that can have elicitations, including API tools, with their paths in the file. */
function listOwners(root: SourceNode | undefined) {
  const apis = entriesOf(childOf(root, 'openapi'));
  return [
    ...listEntries(root).map(({ section, key, value }) => ({ owner: value, path: [section, key] })),
    ...apis.flatMap(({ key: api, value }) =>
      entriesOf(childOf(value, 'tools')).map((tool) => ({
        owner: tool.value,
        path: ['openapi', api, 'tools', tool.key],
      })),
    ),
  ];
}

/** Reports `elicitations` on an entry without a handler (static prompts and resources). */
function checkOwner({ keyLocation }: MapEntry, owner: SourceNode): readonly Diagnostic[] {
  const fixed = ['messages', 'text', 'file', 'blob'].find((key) => childOf(owner, key) !== undefined);
  if (fixed === undefined) return [];
  const message = `\`elicitations\` requires a handler to send them, but an entry with \`${fixed}\` has no handler.`;
  return [createDiagnostic('conflicting-keys', keyLocation, message)];
}

/** Reports elicitations whose names result in the same type name. */
function checkTypeNames(elicitations: readonly MapEntry[]): readonly Diagnostic[] {
  const stems = elicitations.map(({ key }) => toPascalCase(splitWords(key)));
  return elicitations.flatMap(({ key, keyLocation }, index) => {
    const first = elicitations[stems.indexOf(stems[index] ?? '')];
    if (first === undefined || first.key === key) return [];
    const message = `\`${key}\` and \`${first.key}\` would generate types with the same name.`;
    const related = [{ message: 'the other elicitation', location: first.keyLocation }];
    return [createDiagnostic('colliding-names', keyLocation, message, { related, help: 'Rename one of them.' })];
  });
}

function checkKind({ key, keyLocation, value }: MapEntry): readonly Diagnostic[] {
  const hasForm = childOf(value, 'requestedSchema') !== undefined;
  const url = entryOf(value, 'url');
  if (value.kind !== 'map' || hasForm !== (url !== undefined)) return [];
  if (url === undefined) {
    return [createDiagnostic('missing-key', keyLocation, `\`${key}\` has neither \`requestedSchema\` nor \`url\`.`)];
  }
  const message = 'An elicitation can have `requestedSchema` (form mode) or `url` (URL mode), not both.';
  return [createDiagnostic('conflicting-keys', url.keyLocation, message)];
}

function checkPlaceholders(elicitation: SourceNode): readonly Diagnostic[] {
  return ['message', 'url'].flatMap((key) => {
    const node = childOf(elicitation, key);
    if (node?.kind !== 'scalar' || typeof node.value !== 'string') return [];
    const { location, value } = node;
    const parts = readTemplate(node);
    const names = parts.flatMap((part) => ('argument' in part ? [part.argument] : []));
    const broken = findBrokenPlaceholders(value, names).map((placeholder) =>
      reportBroken(placeholder, location, names),
    );
    if (!names.includes('')) return broken;
    const help = 'For literal braces, write `\\{{`.';
    return [
      ...broken,
      createDiagnostic('unknown-placeholder', location, 'The placeholder `{{}}` has no name.', { help }),
    ];
  });
}

/** Reports forms that JSON Schema allows but clients cannot show or the server rejects. */
function checkForm(schema: SourceNode): readonly Diagnostic[] {
  const fields = entriesOf(childOf(schema, 'properties'));
  const names = new Set(fields.map(({ key }) => key));
  const unknown = itemsOf(childOf(schema, 'required')).filter(
    (item) => item.kind === 'scalar' && typeof item.value === 'string' && !names.has(item.value),
  );
  return [
    ...unknown.map((item) =>
      createDiagnostic('invalid-value', item.location, '`required` does not name a field of the form.'),
    ),
    ...fields.flatMap(({ value }) => checkLabels(value)),
  ];
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#legacytitledenumschema */
function checkLabels(field: SourceNode): readonly Diagnostic[] {
  const labels = entryOf(field, 'enumNames');
  const choices = itemsOf(childOf(field, 'enum'));
  if (labels === undefined || itemsOf(labels.value).length === choices.length) return [];
  const message = `\`enumNames\` has ${itemsOf(labels.value).length} labels, but \`enum\` has ${choices.length} choices.`;
  return [createDiagnostic('invalid-value', labels.keyLocation, message, { help: 'Write one label per choice.' })];
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#safe-url-handling */
function checkUrl(elicitation: SourceNode): readonly Diagnostic[] {
  const node = childOf(elicitation, 'url');
  const parts = readTemplate(node);
  if (node === undefined || parts.length === 0) return [];
  const example = parts.map((part) => ('text' in part ? part.text : 'x')).join('');
  const url = /^https?:/iu.test(example) && URL.canParse(example) ? new URL(example) : undefined;
  if (url === undefined) {
    return [createDiagnostic('invalid-uri', node.location, 'The `url` of an elicitation must be an `https:` URL.')];
  }
  if (url.username !== '' || url.password !== '') {
    return [
      createDiagnostic('invalid-uri', node.location, 'The `url` of an elicitation must not contain credentials.'),
    ];
  }
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return [];
  const message =
    'The `url` of an elicitation does not use encryption: anything the user enters there can be intercepted.';
  return [createDiagnostic('insecure-url', node.location, message, { help: 'Use an `https:` URL.' })];
}

/** Whether a host is the user's own machine, on which a server runs during development. */
function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/u.test(host);
}

function readTemplate(node: SourceNode | undefined): ReturnType<typeof parseTemplate> {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? parseTemplate(node.value) : [];
}
