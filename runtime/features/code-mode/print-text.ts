/** Returns the first sentences of text, on one line. */
export function shortenText(text: string, maximum: number): string {
  const line = text
    .slice(0, maximum * 8)
    .replace(/\s+/gu, ' ')
    .trim();
  if (line.length <= maximum) return line;
  const cut = line.slice(0, maximum);
  const end = cut.lastIndexOf('. ');
  return end > maximum / 3
    ? cut.slice(0, end + 1)
    : `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maximum / 2)).trimEnd()} …`;
}

/** Escapes text for a one-line comment. */
export function escapeComment(text: string): string {
  return text.replaceAll('*/', '*∕').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** Maximum length of a line with several members, in characters. */
const lineLength = 120;

/**
 * Puts the members of an object between braces, on one line or on filled lines. A member with a comment has its own
 * line.
 */
export function layOut(members: readonly string[], indent: string): string {
  const isLong = (member: string): boolean => member.startsWith('/** ') || member.includes('\n');
  const line = `{ ${members.join(' ')} }`;
  if (line.length <= lineLength && !members.some(isLong)) return line;
  const inner = `${indent}  `;
  const lines: string[] = [];
  let open = '';
  for (const member of members) {
    if (open !== '' && (isLong(member) || open.length + member.length > lineLength)) {
      lines.push(open);
      open = '';
    }
    if (isLong(member)) lines.push(member);
    else open += open === '' ? member : ` ${member}`;
  }
  if (open !== '') lines.push(open);
  return `{\n${lines.map((each) => inner + each).join('\n')}\n${indent}}`;
}

/** Maximum total length of the names of omitted members, by the depth of their object, in characters. */
const namedCharacters = [240, 0];

/** Returns a comment that names or counts the omitted members; `''` if there are none. */
export function countLeft(members: readonly (readonly [string, unknown])[], count: number, depth: number): string {
  if (count === 0) return '';
  const maximum = namedCharacters[Math.min(depth, namedCharacters.length - 1)] ?? 0;
  let names = '';
  let named = 0;
  for (const [name] of members) {
    if (names.length + name.length > maximum) break;
    names += named === 0 ? name : `, ${name}`;
    named += 1;
  }
  const rest = count === named ? '' : ` ${named === 0 ? '' : 'and '}${count - named} more`;
  return `/* also ${escapeComment(names)}${rest} */`.replaceAll('  ', ' ');
}

/**
 * Removes comments that an earlier member of the same name already has, because path parameters repeat in many
 * functions.
 */
export function dropRepeatedComments(text: string): string {
  const seen = new Set<string>();
  const lines = text.split('\n').map((line) => {
    const [, indent = '', comment, member = ''] = /^( *)(\/\*\* .{1,400}? \*\/ )(.*)$/u.exec(line) ?? [];
    if (comment === undefined) return line;
    const key = `${comment}${member.slice(0, member.indexOf(':'))}`;
    if (member !== '' && seen.has(key)) return indent + member;
    seen.add(key);
    return line;
  });
  return lines.join('\n');
}
