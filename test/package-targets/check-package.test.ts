import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { fullDefinition, makeProject, pixel, runPackage } from './packaged-projects.js';

/** Report of `generate` about a definition with these lines under `package`. */
async function complain(lines: string): Promise<string> {
  const definition = `server: { name: s, version: 1.0.0 }\npackage:\n${lines}\ntools: { t: { description: T. } }\n`;
  const { error } = await runInMemory(['generate'], { cwd: makeFolder({ 'definitions/s.mcp.yaml': definition }) });
  return error;
}

test.each([
  ['MIT', ''],
  ['Apache-2.0 OR (MIT AND BSD-3-Clause)', ''],
  ['GPL-2.0-only WITH Classpath-exception-2.0', ''],
  ['LicenseRef-mine', ''],
  ['UNLICENSED', ''],
  ['Mit', 'has an id that SPDX does not list: `Mit`'],
  ['MIT OR', 'is not an SPDX expression'],
  ['(MIT', 'is not an SPDX expression'],
  ['MIT WITH nothing', 'has an id that SPDX does not list: `nothing`'],
])('the license %s', async (license, fault) => {
  const error = await complain(`  license: ${license}`);
  if (fault === '') expect(error).toBe('');
  else expect(error).toContain(`s.mcp.yaml:3:12 error invalid-package: \`license\` ${fault}`);
});

test.each([
  ['registryName: shop/server', '3:17 error invalid-package: The namespace `shop` of `registryName` is not a reversed'],
  ['registryName: com.example', '3:17 error invalid-value'],
  ['npmName: Shop', '3:12 error invalid-value'],
  ['image: ghcr.io/Shop', '3:10 error invalid-value'],
  ['homepage: http://example.com', '3:13 error invalid-value'],
  ["icons: ['javascript:x']", '3:11 error invalid-package: The image address "javascript:x" is invalid.'],
  ['author: { email: a@example.com }', '3:3 error missing-key: `author` has no `name`.'],
  ['colour: red', '3:3 error unknown-key'],
  [
    'configuration: { a: { title: A, description: A. } }',
    'help: Declare the variables under `server.environment`, by name: `SHELF_KEY:',
  ],
])('package: { %s }', async (line, fault) => {
  expect(await complain(`  ${line}`)).toContain(fault);
});

test('only one file may have package', async () => {
  const folder = makeFolder({
    'definitions/a.mcp.yaml': 'server: { name: s, version: 1.0.0 }\npackage: { license: MIT }\n',
    'definitions/b.mcp.yaml': 'package: { license: MIT }\n',
  });
  const { error } = await runInMemory(['generate'], { cwd: folder });
  expect(error).toContain('b.mcp.yaml:1:1 error duplicate-name: Duplicate key `package`');
});

test('images that cannot be used are reported with their places, all in one run', async () => {
  const folder = await makeProject(
    fullDefinition
      .replace(
        '    - { src: ./dark.png, theme: dark }\n',
        '    - ./missing.png\n    - ./text.png\n    - ./code.svg\n    - ../../outside.png\n',
      )
      .replace('    - ./icon.png\n', '    - ./link.png\n    - ./large.png\n')
      .replace('[./screen.png]', '[./drawing.svg]'),
    {
      'definitions/text.png': 'no image',
      'definitions/code.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>',
      'definitions/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'definitions/large.png': Buffer.concat([pixel, Buffer.alloc(1_000_000)]),
    },
  );
  const outside = makeFolder();
  putFiles(outside, { 'icon.png': pixel });
  symlinkSync(path.join(outside, 'icon.png'), path.join(folder, 'definitions/link.png'));
  const { exitCode, error } = await runPackage(folder, 'mcpb');
  expect(exitCode).toBe(1);
  expect(error).toContain(
    'definitions/s.mcp.yaml:23:7 error invalid-package: definitions/link.png is unusable: it is outside the project.',
  );
  expect(error).toContain('definitions/large.png is unusable: it is larger than 1 MB.');
  expect(error).toContain('definitions/missing.png is unusable: it does not exist.');
  expect(error).toContain('definitions/text.png is unusable: it is neither PNG nor SVG.');
  expect(error).toContain('definitions/code.svg is unusable: it contains code.');
  expect(error).toMatch(/outside\.png is unusable: it (?:does not exist|is outside the project)\./u);
  expect(error).toContain('definitions/drawing.svg is unusable: it is not PNG.');
});
