import { posix } from 'node:path';
import { loadDocument } from '../../../pipeline/read/load-definitions.js';
import { childOf, stringAt, type SourceNode } from '../../../core/source/source-node.js';
import { identityView, quoteText } from '../identity-view.js';
import { deriveName } from '../project-name.js';
import { SourceError, type ProjectSource, type SourceFile } from './project-source.js';

/** OpenAPI document to copy. */
interface ApiFile {
  /** Absolute path of the folder that references are relative to; if absent, references are not followed. */
  readonly folder?: string;
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly root: SourceNode;
}

/**
 * Creates a project that calls an API: a definition, and copies of the document and its referenced files.
 *
 * @param from Path or URL from the user
 * @throws {SourceError} if a referenced file cannot be read
 */
export async function readApi(api: ApiFile, from: string): Promise<ProjectSource> {
  const { file, root } = api;
  const { files, notes } = await collectFiles(api);
  const info = childOf(root, 'info');
  const title = oneLine(stringAt(info, 'title'));
  const stem = file.replace(/\.[^.]*$/u, '').replace(/[._-](openapi|swagger)$/iu, '');
  const isTelling = !/^(api([._-]?docs?)?|document|index|main|openapi|root|schema|spec|swagger|v?\d+)$/iu.test(stem);
  const named = isTelling ? deriveName(stem) : undefined;
  return {
    name: named ?? deriveName(title ?? ''),
    title,
    description: firstSentence(stringAt(info, 'summary') ?? stringAt(info, 'description')),
    notes,
    ...(/^https?:/iu.test(from) && { address: from }),
    listFiles(identity, render) {
      const key = apiKey(named ?? identity.name);
      const copies = files.map(({ path, content }) => ({ path: `${key}/${path}`, content }));
      const document = `./${key}/${files[0]?.path ?? file}`;
      const view = { ...identityView(identity), key, document: quoteText(document), from: addressOf(from) };
      const definition = render('project/api.mcp.yaml', view);
      return [{ path: `${identity.name}.mcp.yaml`, content: definition }, ...copies];
    },
  };
}

/** Lists files in copy order, the document first. */
async function collectFiles({ folder, file, bytes, root }: ApiFile) {
  const fits = isJson(bytes) ? /\.(ya?ml|json)$/u : /\.ya?ml$/u;
  const path = fits.test(file) ? file : `${file.replace(/\.json$/u, '')}.${isJson(bytes) ? 'json' : 'yaml'}`;
  const documentFile: SourceFile = { path, content: bytes };
  if (folder === undefined || path !== file) return { files: [documentFile], notes: [] };
  const files = await loadDocument(folder, file);
  const referred = [...files].filter(([name]) => name !== file);
  const notes = referred.flatMap(([name, { status }]) => {
    if (status === 'read') return [];
    const reason = {
      missing: 'does not exist',
      outside: 'is outside its folder',
      unreadable: 'cannot be read',
      unfetched: 'is on another machine',
    }[status];
    return [`${file} refers to ${name}, which ${reason}: ${name} was not copied.`];
  });
  const copies = referred.flatMap(([name, loaded]) =>
    loaded.status === 'read' ? [{ path: posix.normalize(name), content: loaded.bytes }] : [],
  );
  if (copies.some(({ path: copy }) => copy.startsWith('../')))
    throw new SourceError(`${file} refers to a file outside its folder.`);
  return { files: [documentFile, ...copies], notes: root.kind === 'map' ? notes : [] };
}

function isJson(bytes: Uint8Array): boolean {
  return /^\s*\{/u.test(
    Buffer.from(bytes.subarray(0, 64))
      .toString('utf8')
      .replace(/^\ufeff/u, ''),
  );
}

/** Returns the key under `openapi`, which is also the prefix of environment variables. */
function apiKey(name: string): string {
  const key = name.replace(/[^A-Za-z0-9_-]+/gu, '-');
  return (/^[A-Za-z]/u.test(key) ? key : `api-${key}`).slice(0, 64);
}

/** Removes the query of a URL, which can contain a secret; empty for a path. */
function addressOf(from: string): string {
  if (!/^https?:/iu.test(from)) return '';
  const { origin, pathname } = new URL(from);
  return quoteText(origin + pathname);
}

function oneLine(text: string | undefined): string | undefined {
  const line = text
    ?.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 200);
  return line === '' ? undefined : line;
}

/** Returns the first sentence of a Markdown description, truncated. */
function firstSentence(text: string | undefined): string | undefined {
  const paragraph = text?.split(/\n\s*\n/u).find((part) => /^[\p{L}\p{N}]/u.test(part.trim()));
  return oneLine(/^.*?[.!?](?=\s|$)/su.exec(paragraph?.trim() ?? '')?.[0] ?? paragraph);
}
