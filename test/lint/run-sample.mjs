// Compares the findings of lint rules with the labels of two readers: `npm run lint-sample -- <folder> [rule]`.
// The folder has `tools.json` (the sample), `servers/*.json` (whole lists), and `labels-a.tsv` and `labels-b.tsv`. With a rule, the
// tools of the first half whose labels differ from the findings are printed; the second half is only counted.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { giveAdvice } from '../../dist/generator/pipeline/read/give-advice.js';
import { readDefinitions } from '../../dist/generator/pipeline/read/read-definitions.js';

/** Codes of the rules by the column of the labels. */
const columns = {
  'no-purpose': ['lint-no-purpose'],
  'no-usage': ['lint-no-usage'],
  'parameter-undocumented': ['lint-undocumented-parameter'],
  'parameter-unclear': ['lint-unclear-parameter'],
  'enum-unexplained': ['lint-unexplained-enum'],
  'only-negations': ['lint-only-negations'],
  'near-duplicate': ['lint-near-duplicate', 'lint-same-description'],
  'name-confusable': ['lint-confusable-name'],
  'hints-missing': ['lint-missing-hints', 'lint-wrong-hints'],
  'output-undocumented': ['lint-undocumented-output'],
  'too-long': ['lint-too-long'],
  'hidden-instructions': ['lint-hidden-instructions', 'lint-invisible-characters', 'lint-call-order'],
};

const [folder, shown] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the sample.');

/** Seed of the shuffle that divides the sample. */
const seed = 39;

function createRandom(start) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffle(items) {
  const random = createRandom(seed);
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
  }
  return shuffled;
}

/** Reads labels as a map from the ID of a tool to its columns. */
function readLabels(file) {
  const [head, ...rows] = readFileSync(path.join(folder, file), 'utf8').trim().split(/\r?\n/u);
  const names = head.split('\t').slice(1);
  return new Map(
    rows.map((row) => {
      const [id, ...cells] = row.split('\t');
      return [id, Object.fromEntries(names.map((name, index) => [name, cells[index]?.trim() === '1']))];
    }),
  );
}

/** Lints a list of tools; returns the codes by the name of the tool. */
export async function lintTools(tools) {
  const root = mkdtempSync(path.join(tmpdir(), 'lint-sample-'));
  try {
    mkdirSync(path.join(root, 'definitions'));
    writeFileSync(path.join(root, 'definitions/s.mcp.yaml'), 'server: { name: s, version: 1.0.0 }\n');
    writeFileSync(path.join(root, 'definitions/s.tools.json'), JSON.stringify({ tools }));
    const checked = await readDefinitions(root, 'definitions', new Map());
    const advice = giveAdvice({ ...checked, diagnostics: [] }, true);
    const byTool = new Map();
    const add = (tool, code, message) => byTool.set(tool, [...(byTool.get(tool) ?? []), { code, message }]);
    for (const { code, message, entry, related = [] } of advice) {
      if (entry === undefined) continue;
      add(entry, code, message);
      // Of a pair of tools, one is reported.
      for (const { message: other } of related)
        if (code !== 'lint-no-usage') add(other.replaceAll('`', ''), code, message);
    }
    return byTool;
  } finally {
    rmSync(root, { recursive: true });
  }
}

const sample = JSON.parse(readFileSync(path.join(folder, 'tools.json'), 'utf8'));
const found = new Map();
for (const server of new Set(sample.map((tool) => tool.server))) {
  const file = server.startsWith('npm/') ? server.slice(4) : server.replace('/', '+');
  const list = path.join(folder, 'servers', `${file}.json`);
  const all = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8')).tools
    : sample.filter((tool) => tool.server === server);
  if (!existsSync(list))
    console.error(`${server}: only the sampled tools, of ${readdirSync(path.join(folder, 'servers')).length} lists`);
  const byTool = await lintTools(all);
  for (const { id, name } of sample.filter((tool) => tool.server === server)) found.set(id, byTool.get(name) ?? []);
}

const [a, b] = [readLabels('labels-a.tsv'), readLabels('labels-b.tsv')];
const shuffled = shuffle(sample.map(({ id }) => id).toSorted());
const half = Math.ceil(shuffled.length / 2);
const isLabeled = (id) => a.has(id) && b.has(id);
const halves = [shuffled.slice(0, half).filter(isLabeled), shuffled.slice(half).filter(isLabeled)];
const ids = halves.flat();
const has = (id, column) => found.get(id).some(({ code }) => columns[column].includes(code));

/** Counts labels and findings of one rule. Only tools on which the readers agree are gold. */
function count(some, column) {
  const agreed = some.filter((id) => a.get(id)[column] === b.get(id)[column]);
  const isGold = (id) => a.get(id)[column];
  const reported = agreed.filter((id) => has(id, column));
  const right = reported.filter(isGold).length;
  const gold = agreed.filter(isGold).length;
  const either = some.filter((id) => has(id, column));
  const rightForOne = either.filter((id) => a.get(id)[column] || b.get(id)[column]).length;
  return { gold, reported: reported.length, right, either: either.length, rightForOne, agreed: agreed.length };
}

const percent = (part, whole) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`);

/** Cohen's kappa of the two readers. */
function kappa(some, column) {
  const share = (labels) => some.filter((id) => labels.get(id)[column]).length / some.length;
  const observed = some.filter((id) => a.get(id)[column] === b.get(id)[column]).length / some.length;
  const [p, q] = [share(a), share(b)];
  const expected = p * q + (1 - p) * (1 - q);
  return expected === 1 ? '–' : ((observed - expected) / (1 - expected)).toFixed(2);
}

console.log(`${ids.length} tools of ${new Set(sample.map(({ server }) => server)).size} servers`);
for (const [title, some] of [
  ['to improve on', halves[0]],
  ['to report', halves[1]],
  ['all', ids],
]) {
  console.log(`\n${title}: ${some.length} tools`);
  console.log(
    '| rule | readers agree | kappa | defects | found | precision | recall | precision (either reader) |\n| --- | --- | --- | --- | --- | --- | --- | --- |',
  );
  for (const column of Object.keys(columns)) {
    const { gold, reported, right, either, rightForOne, agreed } = count(some, column);
    const cells = [
      column,
      percent(agreed, some.length),
      kappa(some, column),
      gold,
      reported,
      percent(right, reported),
      percent(right, gold),
      `${percent(rightForOne, either)} of ${either}`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
if (shown !== undefined) {
  const texts = new Map(sample.map((tool) => [tool.id, tool]));
  for (const id of halves[0]) {
    const [one, other] = [a.get(id)[shown], b.get(id)[shown]];
    if (has(id, shown) === one && one === other) continue;
    const { description, inputSchema } = texts.get(id);
    const messages = found
      .get(id)
      .filter(({ code }) => columns[shown].includes(code))
      .map(({ message }) => message);
    console.log(
      `\n## ${id} readers: ${Number(one)}${Number(other)} found: ${Number(has(id, shown))} ${messages.join(' | ')}`,
    );
    console.log(String(description).slice(0, 600));
    console.log(
      Object.entries(inputSchema?.properties ?? {})
        .slice(0, 12)
        .map(([name, { description: text = '', type }]) => `  - ${name} (${type}): ${String(text).slice(0, 120)}`)
        .join('\n'),
    );
  }
}
