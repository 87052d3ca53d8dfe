// Writes the tables of docs/performance.md and its chart from what a run has measured, or checks that they say so:
// node bench/draw.mjs [--check]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { drawChart } from './report/draw-chart.mjs';
import { renderSections } from './report/render-sections.mjs';

const docs = path.join(import.meta.dirname, '..', 'docs');
const results = path.join(import.meta.dirname, 'results.json');
const report = JSON.parse(readFileSync(results, 'utf8'));
if (report.isShort) throw new Error('bench/results.json is of a short run, which measures nothing.');

const page = path.join(docs, 'performance.md');
const filled = fillPlaces(readFileSync(page, 'utf8'), renderSections(report));
put(page, await format(filled, { parser: 'markdown', printWidth: 120 }));
put(path.join(docs, 'performance.svg'), drawChart(report));

function fillPlaces(text, sections) {
  return Object.entries(sections).reduce((before, [name, section]) => {
    const [start, end] = [`<!-- bench: ${name} -->`, `<!-- end of ${name} -->`];
    const [from, to] = [before.indexOf(start), before.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`docs/performance.md has no place for ${name}.`);
    return `${before.slice(0, from + start.length)}\n\n${section}\n\n${before.slice(to)}`;
  }, text);
}

function put(file, text) {
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, 'utf8').replaceAll('\r\n', '\n') !== text) {
    console.error(`docs/${path.basename(file)} is not what bench/results.json says: run \`node bench/draw.mjs\`.`);
    process.exitCode = 1;
  }
}
