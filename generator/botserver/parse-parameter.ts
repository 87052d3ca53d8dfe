import { didYouMean } from '../diagnostics/suggest.js';
import { ScriptFault, type ScriptToken } from './tokenize-line.js';

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
 * [OPTIONAL]`, clauses in any order, words in any case. `AS "a", "b"` is an enumeration, and `AS "a text"` is a description.
 *
 * @param tokens All tokens of the line; the first is the word PARAM.
 * @throws {ScriptFault} for a line that is wrong.
 */
export function parseParameter(tokens: readonly ScriptToken[]): ParsedParameter {
  const [keyword, name, comma] = tokens;
  if (!name) throw new ScriptFault('`PARAM` needs the name of a parameter.', keyword);
  if (name.kind !== 'word') throw new ScriptFault('The name of the parameter stands here.', name);
  if (comma?.value === ',') {
    throw new ScriptFault('A line declares one parameter.', comma, 'Write a `PARAM` line for each.');
  }
  const reader = new ClauseReader(tokens);
  const clauses: Clauses = {};
  for (let word = reader.next(); word; word = reader.next()) {
    const clause = reader.readClause(word);
    if (Object.keys(clause).some((key) => key in clauses)) throw new ScriptFault('This is said twice.', word);
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
        return { example: this.readLiteral(keyword) };
      case 'DEFAULT':
        return { default: this.readLiteral(keyword) };
      case 'DESCRIPTION':
        return { description: this.readText(keyword) };
      case 'OPTIONAL':
        return { optional: keyword };
      case 'REQUIRED':
        return { required: keyword };
      default:
        throw unknownClause(keyword);
    }
  }

  private readType(keyword: ScriptToken): Clauses {
    const type = this.next();
    if (!type || type.kind === 'mark') throw new ScriptFault('`AS` needs a type.', type ?? keyword);
    if (type.kind === 'word') return { type };
    const values = this.readList(type);
    return values.length > 1 ? { enum: values } : { description: type };
  }

  private readEnum(keyword: ScriptToken): readonly ScriptToken[] {
    const opening = this.next();
    if (!isMark(opening, '[')) {
      throw new ScriptFault('`ENUM` needs its values.', opening ?? keyword, 'Write `ENUM ["a", "b"]`.');
    }
    const values = this.readList(this.readValue(opening));
    const closing = this.next();
    if (!isMark(closing, ']')) throw new ScriptFault('`]` is expected here.', closing ?? opening);
    return values;
  }

  /** Reads the rest of a list: each further value follows a comma. */
  private readList(first: ScriptToken): readonly ScriptToken[] {
    const values = [first];
    for (let comma = this.tokens[this.position]; isMark(comma, ','); comma = this.tokens[this.position]) {
      this.position++;
      values.push(this.readValue(comma));
    }
    return values;
  }

  private readValue(before: ScriptToken): ScriptToken {
    const value = this.next();
    if (!isLiteral(value)) throw new ScriptFault('A value is expected here.', value ?? before);
    return value;
  }

  private readLiteral(keyword: ScriptToken): ScriptToken {
    const token = this.next();
    if (isLiteral(token)) return token;
    const help = "A number, TRUE, FALSE, or a text between double quotes (`'` begins a comment).";
    throw new ScriptFault(`\`${keyword.value}\` needs a value.`, token ?? keyword, help);
  }

  private readText(keyword: ScriptToken): ScriptToken {
    const text = this.next();
    if (text?.kind === 'text') return text;
    const help = "A text stands between double quotes (`'` begins a comment).";
    throw new ScriptFault('`DESCRIPTION` needs a text.', text ?? keyword, help);
  }
}

function unknownClause(keyword: ScriptToken): ScriptFault {
  const meant = keyword.kind === 'word' ? didYouMean(keyword.value.toUpperCase(), keywords) : undefined;
  const help = meant ?? `After the name may stand ${keywords.join(', ')}.`;
  return new ScriptFault('This is no part of a `PARAM` line.', keyword, help);
}

function isMark(token: ScriptToken | undefined, mark: string): token is ScriptToken {
  return token?.kind === 'mark' && token.value === mark;
}

/** Returns whether a token is a text between quotes, a number, TRUE or FALSE. */
function isLiteral(token: ScriptToken | undefined): token is ScriptToken {
  if (token?.kind === 'word') return /^([+-]?\.?\d[\d.]*(e[+-]?\d+)?|true|false)$/iu.test(token.value);
  return token?.kind === 'text';
}
