import type { ScriptTool } from './read-script.js';

/** Maximum length of a name that is derived from a comment or description, in characters. */
const maxName = 60;

/**
 * Names the tools of a script. A single tool is named after the file. Several tools are named after the comments above
 * them, such as `random-cat-fact` for `REM ANIMAL KEYWORD - Random Cat Fact`, or else after their descriptions.
 * Repeated names are numbered.
 * @param stem File name without extension.
 */
export function nameTools(stem: string, tools: readonly ScriptTool[]): readonly string[] {
  if (tools.length <= 1) return [stem];
  const names = new Set<string>();
  for (const { heading, description } of tools) {
    const title = heading.replace(/^[^-]* - /u, '').replaceAll(/\([^()]*\)/gu, ' ');
    const base = slug(title) || slug(description?.value ?? '') || stem;
    let name = base;
    for (let number = 2; names.has(name); number++) name = `${base}-${number}`;
    names.add(name);
  }
  return [...names];
}

function slug(text: string): string {
  const words =
    text
      .slice(0, 1000)
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/gu) ?? [];
  let name = '';
  for (const word of words) {
    const longer = name === '' ? word.slice(0, maxName) : `${name}-${word}`;
    if (longer.length > maxName) break;
    name = longer;
  }
  return name;
}
