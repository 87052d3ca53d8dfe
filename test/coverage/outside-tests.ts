import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folders of tests that drive the runtime from outside: definitions, messages, bytes or HTTP in, and the same out. */
const folders = [
  'clients',
  'discovery',
  'faults',
  'forward',
  'fuzz',
  'interaction',
  'live',
  'model',
  'openapi',
  'parity',
  'servers',
  'toolsets',
  'typed-client',
  'web',
  'wire',
];

/**
 * Modules of the runtime that a test may import: the public entries, those that start a server or take its bytes and
 * requests, and one whose listeners a test counts. Types are free.
 */
const outside = new Set(
  [
    'index api/builders client/index forward/index forward/create-forward testing/index web/index',
    'node/index node/claim-stdout node/start node/serve-http node/serve-stdio service/service service/server-control',
    'framing/decoder http/endpoint http/http-options service/enabled-entries',
  ]
    .join(' ')
    .split(' '),
);

/** Test of the sizes of bundles, which are larger when they are measured. */
const sizes = 'test/servers/size.test.ts';

/** Files of the tests that count. A file that calls a module inside the runtime does not. */
export function listOutsideTests(root: string): readonly string[] {
  const found = folders
    .map((folder) => path.join('test', folder))
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    );
  return found.filter((file) => file.endsWith('.test.ts') && file !== sizes && !callsInside(root, file));
}

function callsInside(root: string, file: string): boolean {
  const imports = readFileSync(path.join(root, file), 'utf8').matchAll(
    /^import (?!type\b)[^;]*? from '(?:\.\.\/)+runtime\/([^']+)\.js';/gmu,
  );
  return [...imports].some(([, module = '']) => !outside.has(module));
}
