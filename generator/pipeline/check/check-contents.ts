import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { isBase64 } from '../../core/source/read-values.js';
import { rootOf, type Workspace } from '../../feature-kit/load/workspace.js';
import { listEntries } from '../../feature-kit/load/referenced-files.js';
import { childOf, entriesOf, entryOf, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import { isMetaKey } from '../../core/source/wire-values.js';
import { listContents } from './check-descriptors.js';

/** Checks values that are sent to clients unchanged: Base64 in static messages, and `_meta` keys. */
export function checkContents(workspace: Workspace): readonly Diagnostic[] {
  return workspace.definitions.flatMap((file) => {
    const root = rootOf(workspace, file);
    const contents = listContents(root);
    const embedded = contents.flatMap((content) => childOf(content, 'resource') ?? []);
    const described = listEntries(root).map(({ value }) => value);
    return [...contents.flatMap(checkBytes), ...[...described, ...contents, ...embedded].flatMap(checkMeta)];
  });
}

function checkBytes(content: SourceNode): readonly Diagnostic[] {
  const places = [entryOf(content, 'data'), entryOf(childOf(content, 'resource'), 'blob')];
  return places.flatMap((entry) => {
    const node = entry?.value;
    if (node?.kind !== 'scalar' || typeof node.value !== 'string' || isBase64(node.value)) return [];
    return [createDiagnostic('invalid-blob', node.location, 'This is not valid Base64 (RFC 4648, with padding).')];
  });
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta */
function checkMeta(node: SourceNode): readonly Diagnostic[] {
  return entriesOf(childOf(node, '_meta')).flatMap((entry) => [...checkName(entry), ...checkPrefix(entry)]);
}

function checkName({ key, keyLocation }: MapEntry): readonly Diagnostic[] {
  if (isMetaKey(key)) return [];
  const help =
    'Write a key like `com.example/thing`: a name of letters, digits and inner `_ . -`, optionally after a prefix of labels separated by dots.';
  return [createDiagnostic('invalid-meta', keyLocation, `\`${key}\` is not a valid \`_meta\` key.`, { help })];
}

function checkPrefix({ key, keyLocation }: MapEntry): readonly Diagnostic[] {
  // The second label determines whether a prefix is reserved: `io.modelcontextprotocol/` and `com.mcp.tools/` are
  // reserved; `com.example.mcp/` is not.
  if (!/^[^./]+\.(?:modelcontextprotocol|mcp)[./]/u.test(key)) return [];
  const message = `The prefix of \`${key}\` is reserved by the specification. Use your own prefix, such as \`com.example/\`.`;
  return [createDiagnostic('reserved-meta', keyLocation, message)];
}
