// Writes the generated parts of the documentation from what the generator itself uses:
//   node docs/generate.mjs [--check]
// - docs/definition-format.md, docs/configuration.md and the RULES.md of `diff` and of client profiles, whole
// - sections of other pages: `<!-- generated: NAME -->`, the text, `<!-- end of NAME -->`
// - llms.txt and llms-full.txt, from the list in docs/README.md
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { renderConfiguration } from './generate-configuration.mjs';
import { fillSections } from './reference/fill-sections.mjs';
import { renderLlms, renderLlmsFull } from './reference/list-pages.mjs';
import { renderFormat } from './reference/render-format.mjs';
import { renderRules } from './reference/render-rules.mjs';
import { renderProfiles, renderTables } from './reference/render-tables.mjs';

const root = path.join(import.meta.dirname, '..');
const schema = JSON.parse(read('templates/definition.schema.json'));
const sections = renderTables();

await put('docs/definition-format.md', renderFormat(schema));
await put('docs/configuration.md', await renderConfiguration());
await put('generator/outputs/diff/RULES.md', renderRules());
await put('generator/pipeline/profiles/RULES.md', renderProfiles());
for (const name of readdirSync(path.join(root, 'docs')).filter((file) => file.endsWith('.md'))) {
  const file = `docs/${name}`;
  const filled = fillSections(file, read(file), sections);
  if (filled !== undefined) await put(file, filled);
}
await put('llms.txt', renderLlms(read('docs/README.md')));
await put('llms-full.txt', renderLlmsFull(read('docs/README.md'), read));

function read(file) {
  return readFileSync(path.join(root, file), 'utf8').replaceAll('\r\n', '\n');
}

/** Writes a file, or reports that it is out of date. Markdown is formatted as the project formats it. */
async function put(file, written) {
  const options = { parser: 'markdown', printWidth: 120, singleQuote: true };
  const text = file.endsWith('.md') ? await format(written, options) : written;
  if (existsSync(path.join(root, file)) && read(file) === text) return;
  if (!process.argv.includes('--check')) return void writeFileSync(path.join(root, file), text);
  console.error(`${file} is out of date: run \`npm run generate\`.`);
  process.exitCode = 1;
}
