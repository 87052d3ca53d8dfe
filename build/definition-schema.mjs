// Prints `templates/definition.schema.json` from `generator/core/format.json` and the additions of each feature. `--check` compares instead.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { composeFormat } from './compose-format.mjs';

const root = path.join(import.meta.dirname, '..');
const file = path.join(root, 'templates', 'definition.schema.json');
const read = (name) => JSON.parse(readFileSync(path.join(root, 'generator', name), 'utf8'));
const fragments = readdirSync(path.join(root, 'generator', 'features'))
  .map((feature) => `features/${feature}/format.json`)
  .filter((name) => existsSync(path.join(root, 'generator', name)))
  .map(read);
const text = await format(JSON.stringify(composeFormat(read('core/format.json'), fragments), null, 2), {
  ...(await resolveConfig(file)),
  filepath: file,
});
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('templates/definition.schema.json is out of date. Run `npm run generate`.');
  process.exit(1);
}
