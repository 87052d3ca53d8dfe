// Prints how many questions are answered by the search, by plain BM25, and by a search in names:
// npm run questions -- [<questions.tsv>…] [--documents <folder>] [--bfcl <repository>] [--livemcpbench <repository>] [--misses]
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { readArguments } from '../../build/read-arguments.mjs';
import { rankByBm25, rankByNames } from '../../dist/generator/outputs/evaluate/rank-tools.js';
import { askQuestions, parseQuestions } from './ask-questions.mjs';
import { readBfcl, readLiveMcpBench } from './tool-sets.mjs';

const options = {
  documents: { type: 'string' },
  bfcl: { type: 'string' },
  livemcpbench: { type: 'string' },
  misses: { type: 'boolean' },
};
const { positionals, values } = readArguments({ allowPositionals: true, options });
const own = path.join(import.meta.dirname, 'questions');
const files =
  positionals.length > 0
    ? positionals
    : ['sixteen-apis.tsv', 'largest-apis.tsv', 'large-apis.tsv', 'directory-apis.tsv'].map((file) =>
        path.join(own, file),
      );
if (values.documents === undefined && values.bfcl === undefined && values.livemcpbench === undefined) {
  console.error('Specify at least one of --documents <folder>, --bfcl <repository>, --livemcpbench <repository>.');
  process.exit(2);
}

/** Ranks of the first right result: of the search, of BM25 and of the search in names. -1: none. */
const rows = [];
if (values.documents !== undefined)
  for (const file of files) rows.push(...(await runDocuments(file, values.documents)));
if (values.bfcl !== undefined) for (const set of await readBfcl(values.bfcl)) rows.push(...(await runTools(set)));
if (values.livemcpbench !== undefined) rows.push(...(await runTools(await readLiveMcpBench(values.livemcpbench))));
printRows(rows);

/** Asks the questions of a file, then a model's queries for them. Documents that are not in the folder are skipped. */
async function runDocuments(file, folder) {
  const questions = parseQuestions(await readFile(file, 'utf8'));
  const name = path.basename(file, '.tsv');
  const queries = questions.flatMap((each) => (each.query === undefined ? [] : [{ ...each, text: each.query }]));
  const asUsersAsk = createRow(name);
  const asModelsAsk = createRow(`${name}, a model's queries`);
  for (const document of new Set(questions.map((question) => question.document))) {
    const of = (list) => list.filter((question) => question.document === document);
    try {
      const { asked, tools } = await askQuestions(folder, document, [...of(questions), ...of(queries)]);
      const count = of(questions).length;
      addRanks(asUsersAsk, asked.slice(0, count), tools);
      addRanks(asModelsAsk, asked.slice(count), tools);
    } catch (error) {
      console.error(`${document}: skipped: ${error.message}`);
    }
  }
  return queries.length === 0 ? [asUsersAsk] : [asUsersAsk, asModelsAsk];
}

function createRow(name) {
  return { name, search: [], bm25: [], names: [], entries: [], reachable: 0, weak: 0 };
}

function addRanks(row, asked, tools) {
  const requests = new Set(tools.map(({ request }) => request));
  for (const question of asked) {
    if (!question.answers.some((answer) => requests.has(answer))) continue;
    const isRight = (request) => question.answers.includes(request);
    const rank = question.found.findIndex(isRight);
    row.search.push(rank);
    row.entries.push(question.entries.findIndex((entry) => entry.some(isRight)));
    row.bm25.push(rankByBm25(tools, question.text).findIndex((position) => isRight(tools[position].request)));
    row.names.push(rankByNames(tools, question.text).findIndex((position) => isRight(tools[position].request)));
    if (question.isReachable) row.reachable += 1;
    if (question.isWeak) row.weak += 1;
    if (values.misses && (rank < 0 || rank >= 5)) printMiss(question);
  }
}

function printMiss({ document, text, answers, entries, isWeak }) {
  const found = entries.map((entry) => entry.join(', ')).join(' | ');
  console.log(`${document}: ${text}\n  wanted: ${answers.join(' | ')}\n  found${isWeak ? ' (weak)' : ''}: ${found}`);
}

/** Asks the questions of a set of tools, each half apart. */
async function runTools({ name, tools, questions }) {
  const { SearchIndex, readKeywords } = await loadSearch();
  const index = new SearchIndex(
    tools.map((tool) => ({ ...tool, tags: [], request: '', keywords: readKeywords(tool.input) })),
  );
  const ranked = tools.map((tool) => ({ ...tool, parameters: listParameters(tool.input) }));
  const ask = (title, asked) => {
    const row = { name: title, search: [], bm25: [], names: [] };
    for (const { text, answers } of asked) {
      const isRight = (position) => answers.includes(tools[position].name);
      row.search.push(index.search(text).findIndex(({ position }) => isRight(position)));
      row.bm25.push(rankByBm25(ranked, text).findIndex(isRight));
      row.names.push(rankByNames(ranked, text).findIndex(isRight));
    }
    return row;
  };
  const [tunedOn, heldOut] = [false, true].map((isHeldOut) => questions.filter((each) => each.isHeldOut === isHeldOut));
  const rows = [ask(`${name}, tuned on`, tunedOn), ask(`${name}, held out`, heldOut)];
  if (!name.startsWith('LiveMCPBench')) return rows;
  const queries = (await readFile(path.join(own, 'livemcpbench-queries.txt'), 'utf8')).trimEnd().split('\n');
  if (queries.length !== heldOut.length) throw new Error(`${name}: ${heldOut.length} steps, ${queries.length} queries`);
  return [
    ...rows,
    ask(
      `${name}, a model's queries`,
      heldOut.map((each, at) => ({ ...each, text: queries[at] })),
    ),
  ];
}

function listParameters({ properties = {} }) {
  return Object.entries(properties).map(([name, schema]) => ({ name, description: String(schema?.description ?? '') }));
}

/** Loads the search of the runtime, which no entry of the package exports. */
async function loadSearch() {
  const folder = await mkdtemp(path.join(tmpdir(), 'search-'));
  try {
    const root = path.join(import.meta.dirname, '../../runtime/features/discover');
    const contents = `export * from './search-index.ts'; export * from './read-keywords.ts';`;
    const outfile = path.join(folder, 'search.mjs');
    await build({ stdin: { contents, resolveDir: root, loader: 'ts' }, outfile, bundle: true, format: 'esm' });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function printRows(list) {
  const share = (count, all) => `${((100 * count) / all).toFixed(1)} %`;
  const within = (ranks, count) => share(ranks.filter((rank) => rank >= 0 && rank < count).length, ranks.length);
  const lines = list.flatMap(({ name, search, bm25, names, entries, reachable, weak }) => {
    const all = search.length;
    const extra = entries === undefined ? ['', '', ''] : [within(entries, 1), share(reachable, all), share(weak, all)];
    const print = (label, ranks, more) => [label, ...[1, 5, 10].map((count) => within(ranks, count)), ...more];
    return [
      [name, String(all), ...print('search', search, extra)],
      ['', '', ...print('BM25', bm25, [])],
      ['', '', ...print('names', names, [])],
    ];
  });
  const head = ['set', 'questions', 'by', 'first', 'first 5', 'first 10', 'first entry', 'in two calls', 'weak'];
  for (const line of [head, head.map(() => '---'), ...lines]) console.log(`| ${line.join(' | ')} |`);
}
