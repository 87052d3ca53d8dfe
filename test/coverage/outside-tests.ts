import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folders of tests that drive the runtime from outside: definitions, messages, bytes or HTTP in, and the same out. */
const folders = [
  'clients',
  'faults',
  'forward',
  'fuzz',
  'interaction',
  'live',
  'logtalk',
  'model',
  'openapi',
  'parity',
  'servers',
  'toolsets',
  'web',
  'wire',
];

/** Modules of the runtime that a test may import: the public entries, those that start a server, and types. */
const outside =
  /^(?:index|api\/builders|node\/(?:index|claim-stdout|start|serve-http|serve-stdio)|web\/index|forward\/(?:index|create-forward)|testing\/index|service\/(?:service|server-control))\.js$/u;

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
    /^import (?!type\b)[^;]*? from '(?:\.\.\/)+runtime\/([^']+)';/gmu,
  );
  return [...imports].some(([, module = '']) => !outside.test(module));
}
