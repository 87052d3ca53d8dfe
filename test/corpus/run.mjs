// Checks every OpenAPI document below a folder: npm run corpus -- <folder> [--examples] [--json file]
import { writeFileSync } from 'node:fs';
import { readArguments } from '../../build/read-arguments.mjs';
import { checkCorpus } from './check-corpus.mjs';
import * as examplesTable from './examples/format-examples.mjs';
import * as chainTable from './format-corpus.mjs';
import { listDocuments } from './list-documents.mjs';

const { values, positionals } = readArguments({
  allowPositionals: true,
  options: {
    examples: { type: 'boolean', default: false },
    validate: { type: 'string' },
    json: { type: 'string' },
    seconds: { type: 'string', default: '300' },
    megabytes: { type: 'string', default: '2048' },
    parallel: { type: 'string', default: '2' },
  },
});
const [folder, ...others] = positionals;
if (folder === undefined || others.length > 0) {
  console.error(
    'npm run corpus -- <folder> [--examples [--validate lenient]] [--json file] [--seconds 300] [--megabytes 2048] [--parallel 2]',
  );
  process.exit(2);
}
const documents = await listDocuments(folder);
if (documents.length === 0) {
  console.error(`There is no OpenAPI document in ${folder}.`);
  process.exit(2);
}
const limits = {
  seconds: Number(values.seconds),
  megabytes: Number(values.megabytes),
  parallel: Math.min(2, Number(values.parallel)),
  validate: values.validate,
};
const check = values.examples ? 'examples' : 'chain';
const { header, formatRow, formatTotals } = values.examples ? examplesTable : chainTable;
console.log(header);
const rows = await checkCorpus(folder, documents, limits, (row) => console.log(formatRow(row)), check);
console.log(`\n${formatTotals(rows)}`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
process.exit(rows.every(({ problems }) => problems.length === 0) ? 0 : 1);
