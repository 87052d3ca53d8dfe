// Writes the tables of docs/performance.md and its chart from what a run has measured: node bench/draw.mjs [results]
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { drawChart } from './report/draw-chart.mjs';
import { renderSections } from './report/render-sections.mjs';

const docs = path.join(import.meta.dirname, '..', 'docs');
const results = process.argv[2] ?? path.join(import.meta.dirname, 'results.json');
const report = JSON.parse(readFileSync(results, 'utf8'));
if (report.isShort) throw new Error(`${results} is of a short run, which measures nothing.`);

const file = path.join(docs, 'performance.md');
let page = readFileSync(file, 'utf8');
for (const [name, text] of Object.entries(renderSections(report))) {
  const [start, end] = [`<!-- bench: ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`docs/performance.md has no place for ${name}.`);
  page = `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`;
}
writeFileSync(file, await format(page, { parser: 'markdown', printWidth: 120 }));
writeFileSync(path.join(docs, 'performance.svg'), drawChart(report));
