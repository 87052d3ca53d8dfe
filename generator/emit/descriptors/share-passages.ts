/** A text in parts; a number stands for a passage. */
export type SharedText = string | readonly (string | number)[];

/** Texts, and what stands in them, and in other passages, more than once. */
export interface SharedTexts {
  readonly texts: readonly SharedText[];
  readonly passages: readonly SharedText[];
}

/** Shorter ones cost more to be put together than to be read twice. */
const minimalLength = 256;

/**
 * Takes objects and arrays out of JSON texts that occur more than once: most of a large catalogue is schemas that many tools
 * refer to, and what is read once instead of a hundred times makes a server start faster.
 *
 * @param texts JSON without white space.
 */
export function sharePassages(texts: readonly string[]): SharedTexts {
  const repeated = findRepeated(texts);
  const positions = new Map<string, number>();
  const passages: SharedText[] = [];
  const share = (text: string, spans: readonly Span[]): SharedText => {
    const parts: (string | number)[] = [];
    let taken = 0;
    for (const [start, end] of spans) {
      const passage = text.slice(start, end);
      if (start < taken || passage.length === text.length || !repeated.has(passage)) continue;
      parts.push(text.slice(taken, start), place(passage));
      taken = end;
    }
    return taken === 0 ? text : [...parts, text.slice(taken)];
  };
  const place = (passage: string): number => {
    const known = positions.get(passage);
    if (known !== undefined) return known;
    const position = positions.size;
    positions.set(passage, position);
    passages[position] = share(passage, findSpans(passage));
    return position;
  };
  return { texts: texts.map((text) => share(text, findSpans(text))), passages };
}

/** Objects and arrays that occur twice, other than within what occurs twice. */
function findRepeated(texts: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const text of texts) {
    let within = 0;
    for (const [start, end] of findSpans(text)) {
      const passage = text.slice(start, end);
      if (end <= within) continue;
      if (!seen.has(passage)) {
        seen.add(passage);
        continue;
      }
      repeated.add(passage);
      within = end;
    }
  }
  return repeated;
}

type Span = readonly [start: number, end: number];

/** Where objects and arrays begin and end that are long enough, in the order in which they begin. */
function findSpans(text: string): readonly Span[] {
  const spans: [start: number, end: number][] = [];
  const open: [start: number, end: number][] = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gu)) {
    if (token === '{' || token === '[') {
      const span: [number, number] = [index, 0];
      open.push(span);
      spans.push(span);
    } else if (token === '}' || token === ']') {
      const span = open.pop();
      if (span) span[1] = index + 1;
    }
  }
  return spans.filter(([start, end]) => end - start >= minimalLength);
}
