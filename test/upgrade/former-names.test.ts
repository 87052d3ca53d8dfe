import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  formerEntries,
  formerExports,
  formerMembers,
  formerTestExports,
} from '../../generator/tools/upgrade/former-names.js';
import { listSources, root } from '../architecture/imports.js';

/** Names that the runtime declares as deprecated, with what to use instead. */
const deprecated = listSources('runtime')
  .filter((file) => path.basename(file).startsWith('deprecated'))
  .flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const names =
      /@deprecated Use (?:\{@link (\w+)\}|`([\w.]+)(?:\(\))?`).*?\*\/\s+(?:export (?:type|const) )?(?:readonly )?(\w+)/gu;
    return [...text.matchAll(names)].map(([, linked, quoted, name = '']) => [name, linked ?? quoted ?? ''] as const);
  });

test('every deprecated name of the runtime is one that an upgrade replaces', () => {
  expect(deprecated.length).toBeGreaterThan(30);
  const known = new Map([...formerExports, ...formerTestExports, ...formerMembers.flatMap(({ names }) => [...names])]);
  expect(deprecated.filter(([name, present]) => known.get(name) !== present)).toEqual([]);
});

test('every former entry is one of the package, and so is what replaces it', () => {
  const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { readonly exports: object };
  const entries = [...formerEntries].flat().map((entry) => entry.replace('create-mcp-from-schema', '.'));
  expect(entries.filter((entry) => !Object.hasOwn(exports, entry))).toEqual([]);
});
