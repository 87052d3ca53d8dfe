import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { findPackageRoot } from '../../../core/package/find-package-root.js';
import type { ProjectSource, SourceFile } from './project-source.js';

/**
 * Reads the sample with users: a library with logins, scopes and an API, and local programs that replace the
 * authorization server and the API.
 */
export function readLibrarySample(): ProjectSource {
  const files = readSample();
  const isCode = ({ path }: SourceFile): boolean => path.includes('/');
  return {
    name: 'library',
    title: 'The Library',
    description: 'A lending library whose readers borrow books, each with their own account.',
    notes: [],
    listFiles: () => files.filter((file) => !isCode(file)),
    listCode: () => files.filter(isCode),
    extras: {
      scripts: [
        { name: 'prelocal', command: 'create-mcp-from-schema build' },
        // Runs a single process, which gets npm's signals.
        { name: 'local', command: 'node local/start.mjs', effect: 'serves over HTTP, with an authorization server' },
      ],
      packages: ['jose', 'oidc-provider'],
      about: 'project/about-library.md',
    },
  };
}

/** Reads the files of the example server in the form that they have in their own project. */
function readSample(): readonly SourceFile[] {
  const folder = join(findPackageRoot(), 'definitions', 'library');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    )
    .toSorted()
    .map((path) => ({ path, content: moveImports(path, readFileSync(join(folder, path), 'utf8')) }));
}

/** Rewrites imports, because projects keep generated files and the editor schema in different places than this package. */
function moveImports(path: string, text: string): string {
  const root = '../'.repeat(path.split('/').length - 1);
  return text
    .replaceAll('\r\n', '\n')
    .replace('$schema=../../templates/', '$schema=../generated/')
    .replaceAll(/'(?:\.\.\/)+generated\/library\//gu, `'${root}generated/`);
}
