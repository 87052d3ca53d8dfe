import { parse, type Token } from 'sucrase/dist/esm/parser/index.js';
import { TokenType } from 'sucrase/dist/esm/parser/tokenizer/types.js';

/** TypeScript modifiers and symbols that have no meaning at run time. */
const erased: ReadonlySet<number> = new Set([
  TokenType.nonNullAssertion,
  TokenType._abstract,
  TokenType._declare,
  TokenType._override,
  TokenType._private,
  TokenType._protected,
  TokenType._public,
  TokenType._readonly,
]);

/** Tokens after `import` in an expression: `import('…')`, `import.meta`. */
const inExpression: ReadonlySet<number> = new Set([TokenType.parenL, TokenType.dot]);

/** Code without types, or the error if it could not be parsed. */
export interface StrippedCode {
  readonly code: string;
  /** Syntax error, if the code could not be parsed. Lines and columns count from 1. */
  readonly syntaxError?: { readonly message: string; readonly line: number; readonly column: number };
}

/**
 * Replaces TypeScript types with spaces, so that every other character keeps its line and column. `export default`
 * becomes `return`. Code that cannot be parsed is returned unchanged with the error, because it may be valid
 * JavaScript. Code with imports, or with constructs that cannot be erased (an `enum`), is also returned unchanged; the
 * engine rejects it.
 */
export function stripTypes(code: string): StrippedCode {
  let tokens: readonly Token[];
  try {
    ({ tokens } = parse(code, false, true, false));
  } catch (error) {
    return { code, syntaxError: describeSyntaxError(error, code) };
  }
  const characters = [...sliceUnits(code)];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) break;
    const refusal = refuse(tokens, index);
    if (refusal !== undefined) return { code, syntaxError: { message: refusal, ...locate(code, token.start) } };
    if (token.isType) {
      index = eraseTypes(code, characters, tokens, index);
    } else if (erased.has(token.type)) {
      erase(characters, token.start, token.end);
    } else if (token.type === TokenType._export && tokens[index + 1]?.type === TokenType._default) {
      erase(characters, token.start, tokens[index + 1]?.end ?? token.end);
      [...'return'].forEach((letter, offset) => (characters[token.start + offset] = letter));
    }
  }
  return { code: characters.join('') };
}

function describeSyntaxError(error: unknown, code: string): NonNullable<StrippedCode['syntaxError']> {
  const { message, pos } = error as Error & { readonly pos?: number };
  const [text = ''] = message.split(' (');
  return { message: `SyntaxError: ${text}`, ...locate(code, pos ?? 0) };
}

/** Returns the line and column of a position, as the engine counts them: in code points. */
function locate(code: string, position: number): { readonly line: number; readonly column: number } {
  const lines = code.slice(0, position).split('\n');
  return { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1 };
}

/** Returns the reason why a token cannot be part of a script; `undefined` if it can. */
function refuse(tokens: readonly Token[], index: number): string | undefined {
  const [before, token, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (token === undefined || token.isType) return undefined;
  if (token.type === TokenType._enum) return 'SyntaxError: Enums are not supported: use an object';
  if (token.type === TokenType._import && !inExpression.has(after?.type ?? 0)) {
    return 'SyntaxError: Imports are not supported: all functions are globals';
  }
  const isParameter = before?.type === TokenType.parenL || before?.type === TokenType.comma;
  if (isParameter && erased.has(token.type) && token.type !== TokenType.nonNullAssertion) {
    return 'SyntaxError: Parameter properties are not supported: assign the property in the constructor';
  }
  return undefined;
}

function* sliceUnits(code: string): Generator<string> {
  for (let index = 0; index < code.length; index += 1) yield code.charAt(index);
}

function erase(characters: string[], start: number, end: number): void {
  for (let index = start; index < end; index += 1) {
    if (!/[\n\r\u2028\u2029]/u.test(characters[index] ?? '')) characters[index] = ' ';
  }
}

/** Erases types starting at a position, and returns the position of the last erased token. */
function eraseTypes(code: string, characters: string[], tokens: readonly Token[], from: number): number {
  let last = from;
  while (tokens[last + 1]?.isType === true) last += 1;
  const start = tokens[from]?.start ?? 0;
  const end = tokens[last]?.end ?? start;
  const before = tokens[from - 1];
  const after = tokens[last + 1];
  erase(characters, start, end);
  const isBroken = after !== undefined && /[\n\r]/u.test(code.slice(start, after.start));
  // There must be no line break between the parameters of a function and its arrow, so the parenthesis moves to the end
  // of the type.
  if (isBroken && after.type === TokenType.arrow && before?.type === TokenType.parenR) {
    characters[before.start] = ' ';
    characters[end - 1] = ')';
  }
  // After its type is erased, a statement must not continue on the next line.
  const isAtEnd = after !== undefined && /[\n\r]/u.test(code.slice(end, after.start));
  if (isAtEnd && /^[([`+\-/]/u.test(code.slice(after.start, after.start + 1))) characters[start] = ';';
  return last;
}
