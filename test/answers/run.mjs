// Measures answers of real APIs before and after they are shortened: npm run answers -- <folder with the documents> [--show operation]
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readArguments } from '../../build/read-arguments.mjs';
import { tokenEstimate } from '../../dist/generator/outputs/inspect/estimate-tokens.js';
import { dropRules } from '../../dist/runtime/features/apis/responses/drop-rules.js';
import { answerCases } from './cases.mjs';
import { listMissing, measureApi } from './measure-api.mjs';

const { values, positionals } = readArguments({
  allowPositionals: true,
  options: { show: { type: 'string' }, json: { type: 'string' }, api: { type: 'string' } },
});
const [folder, ...others] = positionals;
if (folder === undefined || others.length > 0) {
  console.error('npm run answers -- <folder> [--api GitHub] [--show pulls/list] [--json file]');
  process.exit(2);
}

const counter = await loadCounter();
console.log(
  `Tokens by ${counter.name}. Before: JSON as text and as structured content. After: text + structured content.\n`,
);
console.log('API     operation                               items  before   text  struct   kept  fields  question');
const rows = [];
for (const { api, file, cases } of answerCases) {
  const name = readdirSync(folder).find((entry) => file.test(entry) && entry.endsWith('.json'));
  if (name === undefined || (values.api !== undefined && values.api !== api)) continue;
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'answers-'));
  try {
    const document = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    const missing = listMissing(document, cases);
    const found = cases.filter((each) => !missing.includes(each));
    for (const { operation } of missing) console.log(`${api.padEnd(7)} ${operation}: not in this document`);
    for (const row of await measureApi(scratch, document, found, counter.count)) {
      rows.push({ api, ...row });
      console.log(formatRow({ api, ...row }));
      if (values.show === row.operation) console.log(`\n${row.text}\n\n${row.structured}\n`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
printGains(rows, counter.count);
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
const complete = rows.filter((row) => row.found === row.needed).length;
console.log(
  `\n${rows.length} answers: ${sum('before')} tokens before, ${sum('textTokens')} + ${sum('structuredTokens')} after; ` +
    `${complete} have all fields that their question needs. ` +
    `${rows.filter(({ source }) => source === 'schema').length} were made from schemas, ${rows.filter(({ repeated }) => repeated).length} have repeated items.`,
);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
process.exit(rows.length > 0 && complete === rows.length ? 0 : 1);

/** What each rule gains, in its turn, on the answers that are over the budget. */
function printGains(rows, count) {
  const values = rows.filter(({ before }) => before > 20_000).map(({ value }) => value);
  console.log(`\nRules, on the ${values.length} answers with more than 10000 tokens (JSON once):`);
  const total = (all) => all.reduce((tokens, value) => tokens + count(JSON.stringify(value)), 0);
  let current = values;
  let before = total(current);
  for (const { name, apply } of dropRules) {
    current = current.map(apply);
    const after = total(current);
    console.log(`${name.padEnd(60)} ${before} -> ${after} (-${Math.round((100 * (before - after)) / before)} %)`);
    before = after;
  }
}

function formatRow({ api, operation, items, before, textTokens, structuredTokens, kept, found, needed, question }) {
  return [
    api.padEnd(7),
    operation.padEnd(40),
    String(items ?? 1).padStart(4),
    String(before).padStart(7),
    String(textTokens).padStart(6),
    String(structuredTokens).padStart(7),
    String(kept).padStart(6),
    `${found}/${needed}`.padStart(7),
    ` ${question}`,
  ].join(' ');
}

/** The tokenizer of GPT-4o when the package `gpt-tokenizer` is installed where this runs, else an estimate. */
async function loadCounter() {
  const require = createRequire(path.join(process.cwd(), 'answers.mjs'));
  try {
    const { encode } = await import(pathToFileURL(require.resolve('gpt-tokenizer/encoding/o200k_base')).href);
    return { name: 'o200k_base', count: (text) => encode(text).length };
  } catch {
    return { name: 'an estimate', count: tokenEstimate.count };
  }
}
