import type { EditFileInput } from '../generated/types.ts';

/** Applies edits one after the other. Text that is not found as it is, is looked for line by line without its indentation. */
export function applyEdits(text: string, edits: EditFileInput['edits']): string {
  return edits.reduce((changed, { oldText, newText }) => {
    const [from, to] = [unifyLines(oldText), unifyLines(newText)];
    const edited = changed.includes(from) ? changed.replace(from, () => to) : replaceLines(changed, from, to);
    if (edited === undefined) throw new Error(`Could not find exact match for edit:\n${oldText}`);
    return edited;
  }, text);
}

/** Line ends of Windows become `\n`. */
export function unifyLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function replaceLines(text: string, from: string, to: string): string | undefined {
  const lines = text.split('\n');
  const wanted = from.split('\n');
  const start = lines.findIndex(
    (_line, index) =>
      index + wanted.length <= lines.length &&
      wanted.every((line, offset) => line.trim() === lines[index + offset]?.trim()),
  );
  if (start < 0) return undefined;
  const indent = indentOf(lines[start]);
  const replacement = to.split('\n').map((line, index) => {
    if (index === 0) return indent + line.trimStart();
    const [before, after] = [indentOf(wanted[index]), indentOf(line)];
    if (before === '' || after === '') return line;
    return indent + ' '.repeat(Math.max(0, after.length - before.length)) + line.trimStart();
  });
  return lines.toSpliced(start, wanted.length, ...replacement).join('\n');
}

function indentOf(line = ''): string {
  return /^\s*/u.exec(line)?.[0] ?? '';
}
