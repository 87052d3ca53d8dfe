import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { features } from '../../generator/features.js';
import { listImports, listSources } from './imports.js';

/** The rooms of each half, bottom to top, with the order of their folders. A file imports only from its own folder and from those before it. */
const rooms: { readonly [half: string]: { readonly [room: string]: readonly string[] } } = {
  generator: {
    core: ['diagnostics', 'model', 'pattern', 'code', 'source', 'uri', 'package', 'schema'],
    'front-ends': ['botserver', 'listing'],
    'feature-kit': ['changes', 'descriptors', 'emit', 'load', 'pages', 'resolve', 'definition'],
    features: features.map(({ name }) => name),
    'features.ts': [],
    pipeline: ['definition', 'emit', 'profiles', 'check', 'write', 'read'],
    outputs: ['connect', 'diff', 'inspect', 'site', 'evaluate'],
    'generate.ts': [],
    tools: [
      'build',
      'runs',
      'links',
      'scaffold',
      'contract',
      'stub',
      'watch',
      'dev',
      'packages',
      'upgrade',
      'dev-ui',
      'evaluate',
    ],
    cli: ['bundle', 'typescript', 'connect', 'doctor'],
  },
  runtime: {
    wire: ['framing', 'peer'],
    core: [
      'api',
      'results',
      'exchange',
      'service',
      'logs',
      'sharing',
      'client-requests',
      'calls',
      'eras',
      'connection',
    ],
    features: [
      'stores',
      'errors',
      'sql',
      'environment',
      'bind',
      'telemetry',
      'auth',
      'delegation',
      'discover',
      'code-mode',
      'apis',
      'dry-run',
      'tasks',
      'skills',
      'views',
      'docs-page',
      'well-known',
    ],
    'parts.ts': [],
    transports: ['http', 'node', 'web'],
    clients: ['client', 'testing', 'view'],
    'index.ts': [],
  },
};

interface Place {
  readonly room: string;
  /** Folder in the room; absent for a file of the room itself. */
  readonly folder?: string;
}

function placeOf(file: string): Place {
  const [, room = '', folder, ...rest] = file.split('/');
  return folder === undefined || rest.length === 0 ? { room } : { room, folder };
}

/** Whether a chain of imports leads from a file back to it. */
function isInCycle(file: string, imports: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const left = [...(imports.get(file) ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next === file) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    left.push(...(imports.get(next) ?? []));
  }
  return false;
}

describe.each(Object.entries(rooms))('the rooms of %s', (half, order) => {
  const files = listSources(half);
  const imports = new Map(
    files.map((file) => {
      const targets = listImports(file).map(({ to }) => files.find((other) => isCompiledFrom(to, other)));
      return [file, targets.filter((target) => target !== undefined)] as const;
    }),
  );

  test('and their folders are all in the order', () => {
    const found: { [room: string]: Set<string> } = {};
    for (const { room, folder } of files.map(placeOf)) {
      const folders = (found[room] ??= new Set());
      if (folder !== undefined) folders.add(folder);
    }
    const sorted = Object.entries(found).map(([room, folders]) => [room, [...folders].toSorted()] as const);
    expect(Object.fromEntries(sorted)).toEqual(
      Object.fromEntries(Object.entries(order).map(([room, folders]) => [room, folders.toSorted()])),
    );
  });

  test('import only from rooms and folders below them', () => {
    const isAbove = (target: Place, place: Place): boolean => {
      if (target.room !== place.room) {
        const names = Object.keys(order);
        return names.indexOf(target.room) > names.indexOf(place.room);
      }
      // Files of the room itself may be anywhere among its folders.
      const folders = order[place.room] ?? [];
      if (target.folder === undefined || place.folder === undefined) return false;
      return folders.indexOf(target.folder) > folders.indexOf(place.folder);
    };
    const wrong = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => isAbove(placeOf(target), placeOf(file)))
        .map((target) => `${path.posix.relative(half, file)} -> ${path.posix.relative(half, target)}`),
    );
    expect([...new Set(wrong)].toSorted()).toEqual([]);
  });

  test('have no files that import each other', () => {
    expect(files.filter((file) => isInCycle(file, imports))).toEqual([]);
  });
});

/** Whether an imported path is that of a file of TypeScript. */
function isCompiledFrom(specifier: string, file: string): boolean {
  return specifier === file || specifier.replace(/\.js$/u, '') === file.replace(/\.tsx?$/u, '');
}
