// Updates the figures of the documentation and the chart from benchmark results, or checks them:
// node bench/draw.mjs [--check]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { drawChart } from './report/draw-chart.mjs';
import { findVersionProblem } from './report/find-version-problem.mjs';
import { renderSections } from './report/render-sections.mjs';
import { renderSentences } from './report/render-sentences.mjs';

const root = path.join(import.meta.dirname, '..');
const report = JSON.parse(read('bench/results.json'));
if (report.isShort) throw new Error('bench/results.json comes from a short run, which measures nothing.');
const { version } = JSON.parse(read('package.json'));
const fault = findVersionProblem(report.version, version);
if (fault !== undefined) {
  console.error(fault);
  // Figures name their version, so those of the last release may stay until the next one.
  if (!read('CHANGELOG.md').includes(`## ${version} (unreleased)`)) process.exitCode = 1;
}

await putPage('bench/README.md', renderSections(report), (section) => `\n\n${section}\n\n`);
for (const [file, sentences] of Object.entries(renderSentences(report))) {
  await putPage(file, sentences, (sentence) => sentence);
}
put('bench/performance.svg', drawChart(report));

function read(file) {
  return readFileSync(path.join(root, file), 'utf8').replaceAll('\r\n', '\n');
}

/** Replaces the text between `<!-- bench: name -->` and `<!-- end of name -->` in a page. */
async function putPage(file, texts, surround) {
  const filled = Object.entries(texts).reduce((before, [name, text]) => {
    const [start, end] = [`<!-- bench: ${name} -->`, `<!-- end of ${name} -->`];
    const [from, to] = [before.indexOf(start), before.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`${file} has no place for ${name}.`);
    return before.slice(0, from + start.length) + surround(text) + before.slice(to);
  }, read(file));
  put(file, await format(filled, { parser: 'markdown', printWidth: 120, singleQuote: true }));
}

function put(file, text) {
  if (!process.argv.includes('--check')) {
    writeFileSync(path.join(root, file), text);
  } else if (!existsSync(path.join(root, file)) || read(file) !== text) {
    console.error(`${file} does not match bench/results.json: run \`node bench/draw.mjs\`.`);
    process.exitCode = 1;
  }
}
