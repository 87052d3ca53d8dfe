import { readDeclarations, type Declaration, type DeclaredMember } from './read-declarations.js';

/** A file that implements a type of `handlers.ts`. */
export interface Implementation {
  /** Relative to the root. */
  readonly file: string;
  readonly typeName: string;
}

/** An implementation whose type is another one now. */
export interface RetypedHandler {
  /** Relative to the root. */
  readonly file: string;
  /** What changed, for people, in the order of the types; not empty. */
  readonly changes: readonly string[];
}

/**
 * The implementations whose types changed between two runs, and how. Goes by what the generated files declared then and
 * declare now, whatever version wrote them: what makes no difference to a type (a description, a limit) does not count.
 *
 * @param before Texts of `handlers.ts` and `types.ts` as they were.
 * @param after The same texts as they are now.
 */
export function explainRetyped(
  before: readonly string[],
  after: readonly string[],
  implementations: readonly Implementation[],
): readonly RetypedHandler[] {
  if (before.length === 0 || implementations.length === 0) return [];
  const old = readDeclarations(before);
  const current = readDeclarations(after);
  const isChanged = (name: string): boolean => old.get(name)?.text !== current.get(name)?.text;
  const changed = new Set([...current.keys(), ...old.keys()].filter(isChanged));
  if (changed.size === 0) return [];
  const reachOld = openReach(old);
  const reachCurrent = openReach(current);
  return implementations.flatMap(({ file, typeName }) => {
    if (!old.has(typeName) || !current.has(typeName)) return [];
    const reached = new Set([...reachCurrent(typeName), ...reachOld(typeName)]);
    const parts = [...reached]
      .filter((name) => changed.has(name))
      .flatMap((name) => explainDeclaration(name, typeName, old, current));
    const changes = parts.length > 0 ? parts : explainRoot(old.get(typeName), current.get(typeName));
    return changes.length === 0 ? [] : [{ file, changes }];
  });
}

type Declarations = ReadonlyMap<string, Declaration>;

/** Gives a type and all types that it is made of. Many types are made of the same ones, which are looked through once. */
function openReach(declarations: Declarations): (root: string) => ReadonlySet<string> {
  const parts = new Map<string, readonly string[]>();
  const partsOf = (name: string): readonly string[] => {
    const known = parts.get(name) ?? listParts(declarations.get(name)?.text ?? '', declarations);
    parts.set(name, known);
    return known;
  };
  return (root) => {
    const reached = new Set([root]);
    for (const name of reached) for (const part of partsOf(name)) reached.add(part);
    return reached;
  };
}

function listParts(text: string, declarations: Declarations): readonly string[] {
  const words = withoutStrings(text).match(/[\w$]+/gu) ?? [];
  return [...new Set(words)].filter((word) => declarations.has(word));
}

function withoutStrings(text: string): string {
  return text.replace(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/gu, '');
}

function explainDeclaration(name: string, root: string, old: Declarations, current: Declarations): readonly string[] {
  const before = old.get(name);
  const after = current.get(name);
  const label = labelType(name, root);
  if (!before) return [`${label} is new`];
  if (!after) return [`${label} is gone`];
  if (name === root) return [];
  if (!before.members || !after.members) return [`${label} changed (${shorten(before.text)} → ${shorten(after.text)})`];
  const details = explainMembers(before.members, after.members);
  const shown = details.slice(0, maximalDetails);
  const hidden = details.length - shown.length;
  return [`${label} changed (${shown.join(', ')}${hidden > 0 ? `, and ${hidden} more` : ''})`];
}

/** The type itself says which parts it has: only where these tell nothing, it is worth a word. */
function explainRoot(before: Declaration | undefined, after: Declaration | undefined): readonly string[] {
  if (!before || !after || before.text === after.text) return [];
  return [`its type changed (${shorten(before.text)} → ${shorten(after.text)})`];
}

const maximalDetails = 4;

/** What a type is to its handler. */
function labelType(name: string, root: string): string {
  const part = name.startsWith(root) ? partLabels.get(name.slice(root.length)) : undefined;
  return part ?? name;
}

const partLabels: ReadonlyMap<string, string> = new Map([
  ['Input', 'its input type'],
  ['Output', 'its output type'],
  ['Arguments', 'the type of its arguments'],
  ['Variables', 'the type of its variables'],
]);

type Members = ReadonlyMap<string, DeclaredMember>;

function explainMembers(before: Members, after: Members): readonly string[] {
  const gone = [...before.keys()].filter((name) => !after.has(name)).map((name) => `${name} is gone`);
  const others = [...after].flatMap(([name, member]) => {
    const old = before.get(name);
    const now = describeMember(member);
    if (!old) return [`${name} is new: ${now}`];
    return describeMember(old) === now ? [] : [`${name}: ${describeMember(old)} → ${now}`];
  });
  return [...others, ...gone];
}

function describeMember({ isOptional, type }: DeclaredMember): string {
  return `${isOptional ? 'optional ' : ''}${shorten(type)}`;
}

function shorten(text: string): string {
  return text.length > maximalText ? `${text.slice(0, maximalText - 1)}…` : text;
}

const maximalText = 60;
