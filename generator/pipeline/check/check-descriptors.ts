import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { rootOf, type Workspace } from '../../feature-kit/load/workspace.js';
import { listEntries } from '../../feature-kit/load/referenced-files.js';
import { childOf, entriesOf, itemsOf, type SourceNode } from '../../core/source/source-node.js';
import { isAbsoluteUri, isIconSource, isMediaType, isTimestamp, isWebUrl } from '../../core/source/wire-values.js';

/**
 * Checks URIs and timestamps that are sent to clients unchanged, in the server settings, in entries, and in static messages and results.
 */
export function checkDescriptors(workspace: Workspace): readonly Diagnostic[] {
  return workspace.definitions.flatMap((file) => {
    const root = rootOf(workspace, file);
    const server = childOf(root, 'server');
    const entries = listEntries(root).map(({ value }) => value);
    const contents = listContents(root);
    return [
      ...checkWebsite(childOf(server, 'websiteUrl')),
      ...[server, ...entries, ...contents].flatMap((node) => itemsOf(childOf(node, 'icons')).flatMap(checkIcon)),
      ...[...entries, ...contents].flatMap((node) => checkTime(childOf(childOf(node, 'annotations'), 'lastModified'))),
      ...contents.flatMap(checkContent),
    ];
  });
}

/** Lists the content blocks in static messages and results. */
export function listContents(root: SourceNode | undefined): readonly SourceNode[] {
  const messages = entriesOf(childOf(root, 'prompts')).flatMap(({ value }) => itemsOf(childOf(value, 'messages')));
  const results = entriesOf(childOf(root, 'tools')).flatMap(({ value }) => itemsOf(childOf(value, 'result')));
  return [...messages.flatMap((message) => childOf(message, 'content') ?? []), ...results];
}

function checkWebsite(node: SourceNode | undefined): readonly Diagnostic[] {
  return checkText(node, isWebUrl, 'invalid-uri', '`websiteUrl` must be an absolute `https:` or `http:` URL.');
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#icon */
function checkIcon(icon: SourceNode): readonly Diagnostic[] {
  const message = 'The `src` of an icon must be an `https:` or `http:` URL, or a `data:` URI of an image.';
  const help = 'Write it like `https://example.com/icon.png` or `data:image/png;base64,…`.';
  const src = childOf(icon, 'src');
  // The format check reports URIs with other schemes.
  const isKnown = src?.kind === 'scalar' && /^(?:https?|data):/u.test(String(src.value));
  return isKnown ? checkText(src, isIconSource, 'invalid-uri', message, help) : [];
}

function checkTime(node: SourceNode | undefined): readonly Diagnostic[] {
  const help = 'Write it like `2026-01-12T15:00:58Z`.';
  return checkText(node, isTimestamp, 'invalid-value', '`lastModified` must be an ISO 8601 date and time.', help);
}

function checkContent(content: SourceNode): readonly Diagnostic[] {
  const resource = childOf(content, 'resource');
  const isEmpty = resource?.kind === 'map' && !childOf(resource, 'text') && !childOf(resource, 'blob');
  return [
    ...[content, resource].flatMap((node) => [
      ...checkText(childOf(node, 'uri'), isAbsoluteUri, 'invalid-uri', '`uri` must be an absolute URI.'),
      ...checkText(childOf(node, 'mimeType'), isMediaType, 'invalid-value', '`mimeType` is not a media type.'),
    ]),
    ...(isEmpty
      ? [createDiagnostic('missing-key', resource.location, '`resource` has neither `text` nor `blob`.')]
      : []),
  ];
}

/** Checks a string. Skips strings with placeholders, whose values are not known yet. */
function checkText(
  node: SourceNode | undefined,
  isValid: (text: string) => boolean,
  code: 'invalid-uri' | 'invalid-value',
  message: string,
  help?: string,
): readonly Diagnostic[] {
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return [];
  if (node.value.includes('{{') || isValid(node.value)) return [];
  return [createDiagnostic(code, node.location, message, { help })];
}
