import type { PrintedFunction } from './print-function.js';

/** Prints functions as declarations: one object for each API. */
export function printTree(functions: readonly PrintedFunction[]): readonly string[] {
  interface Space {
    readonly spaces: Map<string, Space>;
    readonly lines: string[];
  }
  const root: Space = { spaces: new Map(), lines: [] };
  for (const { name, comment, text } of functions) {
    const parts = name.split('.');
    const last = parts.pop() ?? '';
    let space = root;
    for (const part of parts) {
      const next = space.spaces.get(part) ?? { spaces: new Map(), lines: [] };
      space.spaces.set(part, next);
      space = next;
    }
    space.lines.push(`/** ${comment} */`, `${last}${text};`);
  }
  const print = ({ spaces, lines }: Space, indent: string): readonly string[] => [
    ...lines.map((line) => indent + line.replaceAll('\n', `\n${indent}`)),
    ...[...spaces].flatMap(([name, space]) => [`${indent}${name}: {`, ...print(space, `${indent}  `), `${indent}};`]),
  ];
  return [...root.spaces].flatMap(([name, space]) => [`declare const ${name}: {`, ...print(space, '  '), '};']);
}
