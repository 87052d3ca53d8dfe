import { expect, test } from 'vitest';
import description from '../../package.json' with { type: 'json' };
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { typeCheck } from '../kit/type-check.js';

test('the declarations of all entries of the package, and of what they import, pass the strictest check', async () => {
  const entries = Object.entries(description.exports).flatMap(([name, entry]) =>
    typeof entry === 'object' ? [name.slice(1)] : [],
  );
  expect(entries).toContain('/runtime/redis');
  const imports = entries.map((name, index) => `export type * as e${index} from 'create-mcp-from-schema${name}';`);
  const folder = makeFolder({ 'program.ts': imports.join('\n') });
  linkPackages(folder);
  expect(await typeCheck(folder, ['program.ts'], { skipLibCheck: false, lib: ['es2023', 'dom'] })).toBe('');
});
