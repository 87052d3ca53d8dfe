import path from 'node:path';
import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import { rootOf, type Workspace } from '../../feature-kit/load/workspace.js';
import { listOverlays } from '../../feature-kit/load/referenced-files.js';
import { firstFree } from '../../feature-kit/resolve/assign-names.js';
import { describeOutside, describeRemote, type ReferenceProblem } from '../../feature-kit/resolve/locate-reference.js';
import { isScheme, joinReference } from '../../core/source/references.js';
import { childOf, entryOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import { ApiDocument, type ApiVersion, type DocumentSource } from './api-document.js';
import { upgradeRoot } from './upgrade-swagger.js';
import { apisDiagnostics } from './diagnostics.js';

/**
 * Finds the documents that definitions name, followed by the other documents.
 *
 * @param server Name of the server. Default: the name of the first document.
 */
export function findDocuments(
  workspace: Workspace,
  entries: readonly DefinitionEntry[],
  server: string | undefined,
  diagnostics: Diagnostic[],
): readonly ApiDocument[] {
  const names = new Set(entries.map(({ key }) => key));
  const named = entries.flatMap((entry): readonly FoundDocument[] => {
    const reference = entryOf(entry.node, 'document')?.value;
    const text = stringAt(entry.node, 'document');
    if (!reference || text === undefined) return [];
    const found = readDocument(workspace, joinReference(entry.file, text), reference.location, diagnostics);
    for (const { file, location } of listOverlays(entry.node)) {
      reportAbsent(workspace, joinReference(entry.file, file), location, diagnostics);
    }
    return found ? [{ ...found, name: entry.key, entry }] : [];
  });
  const unnamed = workspace.documents.flatMap((file): readonly FoundDocument[] => {
    const found = readDocument(workspace, file, undefined, diagnostics);
    return found ? [{ ...found, name: chooseName(file, names) }] : [];
  });
  const found = [...named, ...unnamed];
  const owner = server ?? found[0]?.name ?? '';
  return found.map((source) => new ApiDocument(workspace, { ...source, server: owner }, diagnostics));
}

type FoundDocument = Omit<DocumentSource, 'server'>;

function chooseName(file: string, names: Set<string>): string {
  const stem = path.posix.basename(file).replace(/\.openapi\.[a-z]+$/u, '');
  const name = firstFree(
    stem,
    (taken) => names.has(taken),
    (number) => `${stem}-${number}`,
  );
  names.add(name);
  return name;
}

/** @param place Location where a definition names the document. */
function readDocument(
  workspace: Workspace,
  file: string,
  place: SourceLocation | undefined,
  diagnostics: Diagnostic[],
): Pick<DocumentSource, 'root' | 'version'> | undefined {
  const root = rootOf(workspace, file);
  if (!root) {
    if (place) reportAbsent(workspace, file, place, diagnostics);
    return undefined;
  }
  const version = readVersion(root);
  if (version) return { root: version === '2.0' ? upgradeRoot(root) : root, version };
  const declared = entryOf(root, 'openapi') ?? entryOf(root, 'swagger');
  const message = declared
    ? 'This version of OpenAPI is not supported. Use 2.0, 3.0, 3.1 or 3.2.'
    : `This is not an OpenAPI document: it has neither \`openapi\` nor \`swagger\` at its root.`;
  diagnostics.push(
    createDiagnostic(apisDiagnostics['unsupported-api'], declared?.value.location ?? root.location, message),
  );
  return undefined;
}

/** Reports a missing file. Syntax errors have already been reported. */
function reportAbsent(workspace: Workspace, file: string, place: SourceLocation, diagnostics: Diagnostic[]): void {
  if (workspace.files.get(file)?.status === 'read') return;
  const { code, message, help } = describeAbsent(workspace, file);
  diagnostics.push(createDiagnostic(code, place, message, { help }));
}

function describeAbsent(workspace: Workspace, file: string): ReferenceProblem {
  const loaded = workspace.files.get(file);
  if (isScheme(file)) return describeRemote(file, loaded);
  if (loaded?.status === 'unreadable') return { code: 'unreadable-file', message: `\`${file}\` ${loaded.reason}.` };
  if (loaded?.status !== 'outside') return { code: 'missing-file', message: `The file \`${file}\` does not exist.` };
  return describeOutside(workspace, file);
}

/** Reads the version of a document. YAML parses an unquoted `2.0` as the number 2. */
function readVersion(root: SourceNode): ApiVersion | undefined {
  const textAt = (key: string) => {
    const node = childOf(root, key);
    return node?.kind === 'scalar' ? String(node.value) : '';
  };
  if (/^2(\.0)?$/u.test(textAt('swagger'))) return '2.0';
  const openapi = textAt('openapi');
  if (/^3\.0(\D|$)/u.test(openapi)) return '3.0';
  if (/^3\.[12](\D|$)/u.test(openapi)) return '3.1';
  return openapi === '3' ? '3.0' : undefined;
}
