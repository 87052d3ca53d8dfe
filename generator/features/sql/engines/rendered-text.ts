import type { Placeholder } from './engine.js';

/** Statement with other text instead of its placeholders. */
export interface RenderedText {
  readonly text: string;
  readonly insertions: readonly Insertion[];
}

interface Insertion {
  readonly placeholder: Placeholder;
  /** Range in the rendered text. */
  readonly start: number;
  readonly end: number;
}

/** Replaces the placeholders of a statement. */
export function renderText(
  source: string,
  placeholders: readonly Placeholder[],
  replace: (placeholder: Placeholder) => string,
): RenderedText {
  const insertions: Insertion[] = [];
  let text = '';
  let from = 0;
  for (const placeholder of placeholders) {
    text += source.slice(from, placeholder.start);
    const start = text.length;
    text += replace(placeholder);
    insertions.push({ placeholder, start, end: text.length });
    from = placeholder.end;
  }
  return { text: text + source.slice(from), insertions };
}

/** Place in the statement as written. */
export interface SourcePlace {
  readonly offset: number;
  /** Placeholder at the place. */
  readonly placeholder?: Placeholder;
}

/** Converts an offset in a rendered text to the place in the statement as written. */
export function sourcePlace({ insertions }: RenderedText, offset: number): SourcePlace {
  let shift = 0;
  for (const { placeholder, start, end } of insertions) {
    if (offset < start) break;
    if (offset < end) return { offset: placeholder.start, placeholder };
    shift = placeholder.end - end;
  }
  return { offset: offset + shift };
}

/** Converts a position in code points, from 1, to an offset in UTF-16 code units. */
export function utf16Offset(text: string, position: number): number {
  let offset = 0;
  for (let left = position - 1; left > 0 && offset < text.length; left--) {
    offset += (text.codePointAt(offset) ?? 0) > 0xff_ff ? 2 : 1;
  }
  return offset;
}
