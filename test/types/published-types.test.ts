import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { typeCheck } from '../kit/type-check.js';

// Other tests that type-check a project leave out the declaration files of packages, which take most of the time.
test('the declarations of every entry of the package pass the strictest options', async () => {
  const entries = Object.entries(manifest.exports).filter(([, target]) => typeof target !== 'string');
  expect(entries.length).toBeGreaterThan(15);
  const imports = entries.map(([entry], index) => {
    const name = entry.replace(/^\./u, 'create-mcp-from-schema');
    return `export * as entry${index} from '${name}';\n`;
  });
  const folder = makeFolder({ 'generated/entries.ts': imports.join('') });
  linkPackages(folder);
  expect(await typeCheck(folder, ['generated'], { skipLibCheck: false, lib: ['es2023', 'dom'] })).toBe('');
});
