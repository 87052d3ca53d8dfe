/** A member of an interface. */
export interface DeclaredMember {
  readonly isOptional: boolean;
  /** As written, on one line. */
  readonly type: string;
}

/** A type that a generated file exports. */
export interface Declaration {
  /** Without comments, on one line. */
  readonly text: string;
  /** Members by name; absent for what is no interface. */
  readonly members?: ReadonlyMap<string, DeclaredMember>;
}

/**
 * The types that generated files export, by name. Reads what the emitters write, of any version; what it does not
 * understand is left out.
 */
export function readDeclarations(texts: readonly string[]): ReadonlyMap<string, Declaration> {
  return new Map(texts.flatMap((text) => splitDeclarations(text).map(readDeclaration)));
}

const head = /^export (interface|type) ([\w$]+)/u;

/** The lines of each declaration, without comments and without what stands between declarations. */
function splitDeclarations(text: string): readonly (readonly string[])[] {
  const declarations: string[][] = [];
  let isOpen = false;
  for (const line of withoutComments(text.split(/\r?\n/u))) {
    if (head.test(line)) declarations.push([]);
    isOpen = head.test(line) || (isOpen && /^(?:\s|\}|\))/u.test(line));
    if (isOpen) declarations.at(-1)?.push(line);
  }
  return declarations;
}

/** Generated comments have lines of their own. */
function withoutComments(lines: readonly string[]): readonly string[] {
  let isComment = false;
  return lines.filter((line) => {
    const begins = line.trimStart().startsWith('/*');
    const isPart = isComment || begins;
    isComment = isPart && !line.includes('*/');
    return !isPart && line.trim() !== '';
  });
}

function readDeclaration(lines: readonly string[]): readonly [string, Declaration] {
  const [first = '', ...rest] = lines;
  const [, kind, name = ''] = head.exec(first) ?? [];
  const text = joinLines(lines).replace(head, '').replace(/^ =/u, '').replace(/;$/u, '').trim();
  return [name, kind === 'interface' ? { text, members: readMembers(rest) } : { text }];
}

function readMembers(lines: readonly string[]): ReadonlyMap<string, DeclaredMember> {
  const members = new Map<string, DeclaredMember>();
  let last: string | undefined;
  for (const line of lines) {
    const [, name, optional, type = ''] =
      /^ {2}(?:readonly )?([\w$]+|'.*?'|".*?"|\[.*?\])(\?)?:(.*)$/u.exec(line) ?? [];
    const known = last === undefined ? undefined : members.get(last);
    if (name !== undefined) members.set((last = name), { isOptional: optional === '?', type: joinLines([type]) });
    else if (last !== undefined && known && line !== '}') {
      members.set(last, { ...known, type: joinLines([known.type, line]) });
    }
  }
  return new Map(
    [...members].map(([name, { isOptional, type }]) => [name, { isOptional, type: type.replace(/;$/u, '') }]),
  );
}

function joinLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .join(' ')
    .trim();
}
