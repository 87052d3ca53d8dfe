import { isWord, lexSql, listTokens, placeOf, type SqlToken } from '../lex.js';
import type { PrepareRequest, StatementProblem } from './engine.js';

/** Databases that do not tell the types of parameters. */
type Kind = 'sqlite' | 'mysql';

/** Checks what the database cannot check, or would read in another way than a person does. */
export function checkText(request: PrepareRequest, kind: Kind): readonly StatementProblem[] {
  const tokens = listTokens(request.text, kind);
  return [
    ...checkSpans(request.text, kind),
    ...tokens.flatMap((_, index) => checkToken(tokens, index, kind)),
    ...checkArrays(request, tokens, kind),
  ];
}

function checkSpans(text: string, kind: Kind): readonly StatementProblem[] {
  const problems: StatementProblem[] = [];
  for (const { kind: span, start, end, isOpen } of lexSql(text, kind)) {
    const place = { offset: start, length: end - start };
    if (span === 'executable') {
      problems.push({ code: 'sql-not-allowed', message: 'The database runs the text of this comment.', place });
    } else if (isOpen === true) {
      const noun = span === 'comment' ? 'comment' : span === 'identifier' ? 'quoted name' : 'string';
      problems.push({ code: 'sql-syntax', message: `The ${noun} has no end.`, place });
    }
  }
  const zero = text.indexOf('\0');
  if (zero !== -1) {
    const place = { offset: zero, length: 1 };
    problems.push({ code: 'sql-syntax', message: 'A statement cannot contain the character U+0000.', place });
  }
  return problems;
}

/** Finds a second statement, parameters that are not placeholders, and variables of the connection. */
function checkToken(tokens: readonly SqlToken[], index: number, kind: Kind): readonly StatementProblem[] {
  const token = tokens[index];
  if (token?.kind !== 'symbol') return [];
  const next = tokens[index + 1];
  if (token.text === ';') {
    const place = placeOf(next ?? token);
    const message = 'A tool runs one statement, and a second one begins here.';
    return [next === undefined ? semicolon(place) : { code: 'sql-not-allowed', message, place }];
  }
  const end = next !== undefined && next.start === token.end && next.kind !== 'symbol' ? next.end : token.end;
  const place = { offset: token.start, length: end - token.start };
  if (token.text === '?' || (kind === 'sqlite' && ['$', ':', '@'].includes(token.text))) {
    const message = 'This is no parameter here.';
    return [{ code: 'sql-placeholder', message, help: 'Write `{{name}}`, with a property of `inputSchema`.', place }];
  }
  if (kind === 'mysql' && token.text === '@' && next?.text !== '@' && tokens[index - 1]?.text !== '@') {
    return [{ code: 'sql-not-allowed', message: 'A tool cannot use variables of the connection.', place }];
  }
  return [];
}

function semicolon(place: StatementProblem['place'] & object): StatementProblem {
  return { code: 'sql-not-allowed', message: 'A statement of a tool ends without a semicolon.', place };
}

const arrayHelp = {
  sqlite: (name: string) => `Write \`in (select value from json_each({{${name}}}))\`.`,
  mysql: (name: string) =>
    `Write \`in (select value from json_table({{${name}}}, '$[*]' columns(value varchar(255) path '$')) items)\`.`,
};

/** Finds arrays where the database expects a single value: it would compare with their JSON text. */
function checkArrays(request: PrepareRequest, tokens: readonly SqlToken[], kind: Kind): readonly StatementProblem[] {
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'placeholder') return [];
    const placeholder = request.placeholders.find(({ start }) => start === token.start);
    if (placeholder === undefined || request.parameters.get(placeholder.name)?.type !== 'array') return [];
    const before = isWord(tokens[index - 1], 'in') ? 'in' : listWord(tokens, index);
    if (before === undefined) return [];
    const message = `\`{{${placeholder.name}}}\` is an array, which is bound as a JSON text.`;
    const help = arrayHelp[kind](placeholder.name);
    return [{ code: 'sql-parameter-type', message, help, place: placeOf(token) } as const];
  });
}

/** Returns the word before the list in which a token is: `in`, `any`, `all` or `some`; `undefined` outside of lists. */
function listWord(tokens: readonly SqlToken[], index: number): string | undefined {
  const depth = tokens[index]?.depth ?? 0;
  for (let before = index - 1; before >= 0; before--) {
    const token = tokens[before];
    if (token === undefined || (token.depth === depth && isWord(token, 'select'))) return undefined;
    if (token.depth >= depth) continue;
    const word = tokens[before - 1]?.text.toLowerCase();
    return ['in', 'any', 'all', 'some'].find((candidate) => candidate === word);
  }
  return undefined;
}
