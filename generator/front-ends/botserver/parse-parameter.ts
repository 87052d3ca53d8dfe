import { didYouMean } from '../../core/diagnostics/suggest.js';
import { ScriptError, type ScriptToken } from './tokenize-line.js';

/** Clauses of a `PARAM` line, each with the token of its value. */
export interface ParsedParameter extends Clauses {
  readonly name: ScriptToken;
}

interface Clauses {
  readonly type?: ScriptToken;
  /** `ENUM ["a", "b"]` or `AS "a", "b"`. */
  readonly enum?: readonly ScriptToken[];
  readonly example?: ScriptToken;
  readonly default?: ScriptToken;
  readonly description?: ScriptToken;
  readonly optional?: ScriptToken;
  readonly required?: ScriptToken;
}

/**
 * Reads the tokens of `PARAM name [AS type] [ENUM [values]] [LIKE example] [DEFAULT value] [DESCRIPTION "text"]
 * [OPTIONAL]`. Clauses can be in any order, and words in any case. `AS "a", "b"` is an enumeration, and `AS "some
 * text"` is a description.
 * @param tokens All tokens of the line; the first is the word PARAM.
 * @throws {ScriptError} if the line is invalid.
 */
export function parseParameter(tokens: readonly ScriptToken[]): ParsedParameter {
  const [keyword, name, comma] = tokens;
  if (!name) throw new ScriptError('`PARAM` requires a parameter name.', keyword);
  if (name.kind !== 'word') throw new ScriptError('Expected a parameter name after `PARAM`.', name);
  if (comma?.value === ',') {
    throw new ScriptError(
      'A `PARAM` line can declare only one parameter.',
      comma,
      'Write a separate `PARAM` line for each.',
    );
  }
  const reader = new ClauseReader(tokens);
  const clauses: Clauses = {};
  for (let word = reader.next(); word; word = reader.next()) {
    const clause = reader.readClause(word);
    if (Object.keys(clause).some((key) => key in clauses)) throw new ScriptError('This clause is repeated.', word);
    Object.assign(clauses, clause);
  }
  return { name, ...clauses };
}

const keywords = ['AS', 'ENUM', 'LIKE', 'DEFAULT', 'DESCRIPTION', 'OPTIONAL', 'REQUIRED'];

class ClauseReader {
  private readonly tokens: readonly ScriptToken[];
  private position = 2;

  constructor(tokens: readonly ScriptToken[]) {
    this.tokens = tokens;
  }

  next(): ScriptToken | undefined {
    return this.tokens[this.position++];
  }

  readClause(keyword: ScriptToken): Clauses {
    switch (keyword.kind === 'word' ? keyword.value.toUpperCase() : '') {
      case 'AS':
        return this.readType(keyword);
      case 'ENUM':
        return { enum: this.readEnum(keyword) };
      case 'LIKE':
        return { example: this.take(isLiteral, keyword, '`LIKE` requires a value.', literalHelp) };
      case 'DEFAULT':
        return { default: this.take(isLiteral, keyword, '`DEFAULT` requires a value.', literalHelp) };
      case 'DESCRIPTION':
        return { description: this.take(isText, keyword, '`DESCRIPTION` requires a string.', textHelp) };
      case 'OPTIONAL':
        return { optional: keyword };
      case 'REQUIRED':
        return { required: keyword };
      default:
        throw unknownClause(keyword);
    }
  }

  private readType(keyword: ScriptToken): Clauses {
    const type = this.take(({ kind }) => kind !== 'mark', keyword, '`AS` requires a type.');
    if (type.kind === 'word') return { type };
    const values = this.readList(type);
    return values.length > 1 ? { enum: values } : { description: type };
  }

  private readEnum(keyword: ScriptToken): readonly ScriptToken[] {
    const help = 'Write `ENUM ["a", "b"]`.';
    const opening = this.take((token) => isMark(token, '['), keyword, '`ENUM` requires a list of values.', help);
    const values = this.readList(this.take(isLiteral, opening, valueExpected));
    this.take((token) => isMark(token, ']'), opening, 'Expected `]` here.');
    return values;
  }

  /** Reads the rest of a list. Each additional value is preceded by a comma. */
  private readList(first: ScriptToken): readonly ScriptToken[] {
    const values = [first];
    for (let comma = this.tokens[this.position]; isMark(comma, ','); comma = this.tokens[this.position]) {
      this.position++;
      values.push(this.take(isLiteral, comma, valueExpected));
    }
    return values;
  }

  /** Takes the next token. Throws if it does not match; a missing token is reported at the token before it. */
  private take(
    fits: (token: ScriptToken) => boolean,
    before: ScriptToken,
    message: string,
    help?: string,
  ): ScriptToken {
    const token = this.next();
    if (token && fits(token)) return token;
    throw new ScriptError(message, token ?? before, help);
  }
}

const valueExpected = 'Expected a value here.';
const literalHelp = "Write a number, TRUE, FALSE, or a string in double quotes (`'` begins a comment).";
const textHelp = "Write the text in double quotes (`'` begins a comment).";

function unknownClause(keyword: ScriptToken): ScriptError {
  const meant = keyword.kind === 'word' ? didYouMean(keyword.value.toUpperCase(), keywords) : undefined;
  const help = meant ?? `Clauses that can follow the name: ${keywords.join(', ')}.`;
  return new ScriptError('This is not a valid `PARAM` clause.', keyword, help);
}

function isMark(token: ScriptToken | undefined, mark: string): token is ScriptToken {
  return token?.kind === 'mark' && token.value === mark;
}

function isText({ kind }: ScriptToken): boolean {
  return kind === 'text';
}

/** Whether a token is a quoted string, a number, TRUE or FALSE. */
function isLiteral({ kind, value }: ScriptToken): boolean {
  return kind === 'text' || (kind === 'word' && /^([+-]?\.?\d[\d.]*(e[+-]?\d+)?|true|false)$/iu.test(value));
}
