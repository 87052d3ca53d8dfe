/** Maximum number of characters of a text that rules about wording read. */
const maxRead = 20_000;

/** Splits a text into lower-case words. Reads at most 20,000 characters. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .slice(0, maxRead)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Splits a text at sentence ends and line breaks. Reads at most 20,000 characters. Markup at the start is removed. */
export function sentencesOf(text: string): readonly string[] {
  const read = text.slice(0, maxRead);
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of read.matchAll(/[.!?。！？](?=\s|$)|[。！？]|\n/gu)) {
    if (mark === '.' && abbreviations.test(read.slice(Math.max(start, index - 6), index))) continue;
    if (mark === '\n' && !isBreak(read, index)) continue;
    sentences.push(read.slice(start, index + 1));
    start = index + 1;
  }
  sentences.push(read.slice(start));
  return sentences.map(withoutMarkup).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Ends of abbreviations that no sentence ends with. */
const abbreviations = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|incl|no)$/iu;

/** Whether a line break ends a sentence: an empty line, a list item or a heading follows. */
function isBreak(text: string, index: number): boolean {
  const next = text.slice(index + 1, index + 200).trimStart();
  const between = text.slice(index + 1, index + 200 - next.length);
  return (
    between.includes('\n') ||
    /^(?:[-*•#✅❌⚠🚨]|\d+[.)])/u.test(next) ||
    /:\s{0,8}$/u.test(text.slice(Math.max(0, index - 9), index))
  );
}

function withoutMarkup(sentence: string): string {
  return sentence.replace(/^[^\p{L}\p{N}`'"([{<]{1,200}/u, '').trim();
}

/** Returns the likely base form of an English verb: `lists`, `listed` and `listing` become `list`. */
export function baseForms(word: string): readonly string[] {
  const forms = [word];
  const cut = (length: number, ...endings: readonly string[]): void => {
    const stem = word.slice(0, -length);
    forms.push(...endings.map((ending) => stem + ending));
    if (stem.length > 2 && stem.at(-1) === stem.at(-2)) forms.push(stem.slice(0, -1));
  };
  if (word.endsWith('ies') || word.endsWith('ied')) cut(3, 'y');
  if (word.endsWith('es')) cut(2, '', 'e');
  if (word.endsWith('s')) cut(1, '');
  if (word.endsWith('ing')) cut(3, '', 'e');
  if (word.endsWith('ed')) cut(2, '', 'e');
  return forms;
}

/** Returns the singular of an English noun; other words are returned unchanged. */
export function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/u.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|s|x|z)es$/u.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
