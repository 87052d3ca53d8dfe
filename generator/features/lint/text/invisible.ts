/**
 * Characters that people do not see: zero-width characters, bidirectional controls, tags, and the supplementary variation
 * selectors, which can carry any text.
 */
// oxlint-disable-next-line no-misleading-character-class -- variation selectors are meant on their own
const invisible = /[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]/u;
const everyInvisible = new RegExp(invisible.source, 'gu');

/** Flags of regions, whose emoji consist of a black flag and tags. */
const flags = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}/gu;

/** Writing systems from right to left, in which bidirectional controls are needed. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** Finds a character that people cannot see, as `U+200B`; `undefined` if there is none. */
export function findInvisible(text: string): string | undefined {
  if (!invisible.test(text)) return undefined;
  const isRightToLeft = rightToLeft.test(text);
  for (const [character] of text.replaceAll(flags, '').matchAll(everyInvisible)) {
    const code = character.codePointAt(0) ?? 0;
    const isControl = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    if (!isControl || !isRightToLeft) return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  }
  return undefined;
}

/** Removes the characters that people cannot see. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(everyInvisible, '');
}
