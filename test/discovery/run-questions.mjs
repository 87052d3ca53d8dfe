// Prints for how many questions the right operation is among the first five that are found:
// npm run questions -- <questions.tsv> <folder of documents>
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { askQuestions, parseQuestions } from './ask-questions.mjs';

const { positionals } = parseArgs({ allowPositionals: true });
const [file, folder, ...others] = positionals;
if (file === undefined || folder === undefined || others.length > 0) {
  console.error('npm run questions -- <questions.tsv> <folder of documents>');
  process.exit(2);
}
const questions = parseQuestions(await readFile(file, 'utf8'));
const asked = [];
for (const document of new Set(questions.map((question) => question.document))) {
  const own = await askQuestions(
    folder,
    document,
    questions.filter((question) => question.document === document),
  );
  asked.push(...own);
  console.log(`${document}: ${countHits(own)} of ${own.length}`);
  for (const { text, answers, found } of own.filter(({ isHit }) => !isHit)) {
    console.log(`  ${text}\n    wanted: ${answers.join(' | ')}\n    found:  ${found.join(' | ') || 'nothing'}`);
  }
}
console.log(`Among the first five: ${countHits(asked)} of ${asked.length}`);

function countHits(list) {
  return list.filter(({ isHit }) => isHit).length;
}
