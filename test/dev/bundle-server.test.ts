import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openBundler } from '../../generator/dev/bundle-server.js';

test('the source map of a server that is worked on has handlers in it, and no line of validators', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'bundle-server-'));
  const validators = path.join(root, 'generated', 'validators');
  await mkdir(validators, { recursive: true });
  await mkdir(path.join(root, 'handlers'));
  await writeFile(path.join(validators, 'shared-0123456789ab.js'), 'export const shared = (value) => value === 1;\n');
  await writeFile(
    path.join(validators, 'tools-12.js'),
    "import { shared } from './shared-0123456789ab.js';\nexport const validate = (value) => shared(value);\n",
  );
  await writeFile(path.join(root, 'handlers', 'add.ts'), 'export const add = (value: number) => value + 1;\n');
  const entry =
    "import { add } from '../handlers/add.ts';\nimport { validate } from './validators/tools-12.js';\nconsole.log(add(1), validate(1));\n";
  const bundler = await openBundler(root, 'generated', entry);
  try {
    const report = await bundler.bundle();
    const [, base64 = ''] = (report.ok ? report.code : '').split('sourceMappingURL=data:application/json;base64,');
    const { sources } = JSON.parse(Buffer.from(base64, 'base64').toString()) as { readonly sources: readonly string[] };
    expect(sources.some((source) => source.endsWith('handlers/add.ts'))).toBe(true);
    expect(sources.filter((source) => source.endsWith('.js'))).toEqual([]);
  } finally {
    await bundler.close();
    await rm(root, { recursive: true });
  }
});
