/**
 * Extracts the script from a single fenced Markdown block; returns any other text unchanged. Line numbers are
 * preserved.
 */
export function unwrapFence(code: string): string {
  const lines = code.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const opening = lines[first]?.trim() ?? '';
  const [fence] = /^(?:`{3,}|~{3,})/u.exec(opening) ?? [];
  if (fence === undefined || opening.slice(fence.length).includes('`')) return code;
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const inner = lines.slice(first + 1, lines[last]?.trim() === fence && last > first ? last : undefined);
  if (inner.some((line) => line.trim().startsWith(fence))) return code;
  return [...Array.from({ length: first + 1 }, () => ''), ...inner].join('\n');
}
