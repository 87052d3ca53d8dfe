import { join } from 'node:path';
import { nodeFileSystem } from './file-system.js';
import { readManifest } from './manifest.js';

/**
 * Moves TypeScript compiler errors from `generated/handlers.ts`, which must not be edited, to the definition that
 * refers to the function (`handler: ./math.ts#factorial`). Other errors are unchanged.
 * @param root Absolute path of the project.
 * @param out Generated folder, relative to the root.
 * @param text Output of `tsc --pretty false`.
 */
export async function locateTypeErrors(root: string, out: string, text: string): Promise<string> {
  const file = `${out}/handlers.ts`;
  if (!text.includes(`${file}(`)) return text;
  const code = (await nodeFileSystem.readText(join(root, file)).catch(() => undefined)) ?? '';
  const tools = (await readManifest(root, out).catch(() => undefined))?.tools.tools;
  const lines = code.split('\n');
  const located = text.split('\n').map((line) => {
    const [start, number] = line.startsWith(file) ? (/^[^(]*\((\d+),\d+\)/u.exec(line) ?? []) : [];
    const tool = tools?.get(readKey(lines[Number(number) - 1] ?? ''));
    if (start === undefined || tool === undefined) return line;
    return `${tool.source}(${tool.line},1)${line.slice(start.length)} (the function that \`handler\` names)`;
  });
  return located.join('\n');
}

/** Reads the tool name in a line `  name: handler,` of the handler table. */
function readKey(line: string): string {
  const [, quoted, bare = ''] = /^\s+(?:'((?:[^'\\]|\\.)*)'|([\w$]+)): /u.exec(line) ?? [];
  return quoted?.replace(/\\(.)/gu, '$1') ?? bare;
}
