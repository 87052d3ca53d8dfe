import { expect, test, vi } from 'vitest';
import { checkTypes } from '../../generator/tools/build/check-types.js';
import { makeFolder } from '../kit/make-folder.js';

vi.mock(import('node:process'), async (original) => {
  const actual = await original();
  return { ...actual, versions: { ...actual.versions, pnp: '3' } };
});

/** A project whose compiler finds an error. */
const makeProject = (version: string): string =>
  makeFolder({
    'tsconfig.json': '{}',
    'package.json': '{}',
    'node_modules/typescript/package.json': JSON.stringify({ name: 'typescript', version }),
    'node_modules/typescript/bin/tsc': "process.stdout.write('a.ts(1,1): error TS1.\\n'); process.exitCode = 1;",
  });

test("TypeScript 7, which does not read the archives of Yarn's Plug'n'Play, is named with what to do", async () => {
  expect(await checkTypes(makeProject('7.0.2'), 'generated')).toBe(
    "a.ts(1,1): error TS1.\nnote: TypeScript 7 does not find packages installed with Yarn Plug'n'Play. Run `yarn add --dev typescript@6`, or put " +
      '`nodeLinker: node-modules` into .yarnrc.yml and run `yarn install`.\n',
  );
});

test('errors of an earlier TypeScript stand alone', async () => {
  expect(await checkTypes(makeProject('6.0.3'), 'generated')).toBe('a.ts(1,1): error TS1.\n');
});
