import { isWord, listTokens, type SqlToken } from '../../lex.js';
import type { EngineOptions, EngineProblem } from '../engine.js';
import type { Database } from './driver.js';
import { messageOf, readRefusal } from './read-refusal.js';

type SchemaFile = EngineOptions['schema'][number];

/** Runs schema files, statement by statement. Stops at the first problem. */
export function applySchema(
  database: Database,
  schema: readonly SchemaFile[],
  onStatement: EngineOptions['onStatement'],
): EngineProblem | undefined {
  for (const { file, text } of schema) {
    for (const tokens of splitStatements(listTokens(text, 'sqlite'))) {
      const [first, last] = [tokens[0], tokens.at(-1)];
      if (first === undefined || last === undefined) continue;
      const fail = (message: string, { start, end } = first): EngineProblem => ({
        code: 'sql-schema',
        message,
        place: { file, offset: start, length: end - start },
      });
      if (isWord(first, 'attach', 'detach', 'vacuum')) {
        return fail(`A schema file cannot run ${first.text.toUpperCase()}.`);
      }
      onStatement?.({ file, offset: first.start, length: first.end - first.start });
      try {
        database.exec(text.slice(first.start, last.end));
      } catch (error) {
        return fail(`SQLite refuses the statement: ${messageOf(error)}.`, findToken(tokens, text, error));
      }
    }
  }
  return undefined;
}

/** Finds the token that an error names, if there is only one. */
function findToken(tokens: readonly SqlToken[], text: string, error: unknown): SqlToken | undefined {
  const { kind, name } = readRefusal(error);
  if (kind === 'end') return tokens.at(-1);
  if (name === undefined) return undefined;
  const last = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const found = tokens.filter((token) =>
    kind === 'near' ? text.startsWith(name, token.start) : token.text.toLowerCase() === last,
  );
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Splits tokens at semicolons. A trigger contains semicolons: it ends with one after `end`, which follows one.
 */
export function splitStatements(tokens: readonly SqlToken[]): readonly (readonly SqlToken[])[] {
  const statements: SqlToken[][] = [];
  let current: SqlToken[] = [];
  for (const token of tokens) {
    const isEnd = token.kind === 'symbol' && token.text === ';';
    const isInside = isTrigger(current) && !(isWord(current.at(-1), 'end') && current.at(-2)?.text === ';');
    if (isEnd && !isInside) {
      statements.push(current);
      current = [];
    } else current.push(token);
  }
  return [...statements, current].filter(({ length }) => length > 0);
}

function isTrigger(tokens: readonly SqlToken[]): boolean {
  const position = isWord(tokens[1], 'temp', 'temporary') ? 2 : 1;
  return isWord(tokens[0], 'create') && isWord(tokens[position], 'trigger');
}
