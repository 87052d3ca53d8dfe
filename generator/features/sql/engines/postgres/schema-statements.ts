import { isSymbol, isWord, listTokens, type SqlToken } from '../../lex.js';
import { nameOf } from './describe-refusal.js';

/** Statement of a schema file. */
export interface SchemaStatement {
  readonly text: string;
  readonly offset: number;
  readonly tokens: readonly SqlToken[];
}

/** Splits a schema file at semicolons. Lines for `psql`, which begin with `\` between statements, are skipped. */
export function splitSchema(source: string): readonly SchemaStatement[] {
  const text = blankMetaCommands(source);
  const statements: SchemaStatement[] = [];
  let tokens: SqlToken[] = [];
  let blocks = 0;
  const finish = (): void => {
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first && last) statements.push({ text: text.slice(first.start, last.end), offset: first.start, tokens });
    [tokens, blocks] = [[], 0];
  };
  for (const token of listTokens(text, 'postgres')) {
    if (isSymbol(token, ';') && token.depth === 0 && blocks === 0) {
      finish();
      continue;
    }
    tokens.push(token);
    blocks = countBlocks(tokens, token, blocks);
  }
  finish();
  return statements;
}

/** Counts open blocks of a function's body, in which semicolons do not end the statement. */
function countBlocks(tokens: readonly SqlToken[], token: SqlToken, blocks: number): number {
  if (!isWord(tokens[0], 'create')) return blocks;
  if (!tokens.slice(1, 4).some((each) => isWord(each, 'function', 'procedure'))) return blocks;
  if (isWord(token, 'begin') || (isWord(token, 'case') && blocks > 0)) return blocks + 1;
  return isWord(token, 'end') ? Math.max(0, blocks - 1) : blocks;
}

/** Replaces lines for `psql` by blanks. Offsets stay. Such a line follows the end of a statement, or another such line. */
function blankMetaCommands(text: string): string {
  let isBetween = true;
  return text.replaceAll(/^.*$/gmu, (line) => {
    const content = line.trim();
    if (content === '' || content.startsWith('--')) return line;
    if (isBetween && content.startsWith('\\')) return ' '.repeat(line.length);
    isBetween = content.endsWith(';');
    return line;
  });
}

/** Returns the extension that a statement creates. */
export function findExtension({ tokens }: SchemaStatement): string | undefined {
  if (!isWord(tokens[0], 'create') || !isWord(tokens[1], 'extension')) return undefined;
  const name = tokens[isWord(tokens[2], 'if') ? 5 : 2];
  return name && nameOf(name);
}

/** Whether a statement reads rows from the lines after it. */
export function isCopyFromInput({ tokens }: SchemaStatement): boolean {
  return isWord(tokens[0], 'copy') && tokens.some((token) => isWord(token, 'stdin'));
}
