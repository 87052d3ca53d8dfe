import { didYouMean } from '../diagnostics/suggest.js';
import type { ScriptFault, ScriptToken } from './tokenize-line.js';

/** Clauses of a `PARAM` line, each with the token of its value. */
export interface ParsedParameter {
  readonly name: ScriptToken;
  readonly type?: ScriptToken;
  /** `ENUM ["a", "b"]` or `AS "a", "b"`. */
  readonly enum?: readonly ScriptToken[];
  readonly example?: ScriptToken;
  readonly default?: ScriptToken;
  readonly description?: ScriptToken;
  readonly optional?: ScriptToken;
  readonly required?: ScriptToken;
}

/** Result of parsing a `PARAM` line. */
export type ParameterResult = { readonly parameter: ParsedParameter } | { readonly fault: ScriptFault };

/**
 * Reads the tokens of `PARAM name [AS type] [ENUM [values]] [LIKE example] [DEFAULT value] [DESCRIPTION "text"]
 * [OPTIONAL]`, clauses in any order, words in any case. `AS "a", "b"` is an enumeration, and `AS "a text"` is a description.
 *
 * @param tokens All tokens of the line; the first is the word PARAM.
 */
export function parseParameter(tokens: readonly ScriptToken[]): ParameterResult {
  const [keyword, name, ...rest] = tokens;
  if (!name) return { fault: at('`PARAM` needs the name of a parameter.', keyword) };
  if (name.kind !== 'word') return { fault: at('The name of the parameter stands here.', name) };
  const [comma] = rest;
  if (comma?.value === ',') {
    return { fault: { ...at('A line declares one parameter.', comma), help: 'Write a `PARAM` line for each.' } };
  }
  const reader = new ClauseReader(rest, name);
  const clauses: Clause = {};
  while (!reader.isAtEnd()) {
    const clause = reader.read();
    if ('message' in clause) return { fault: clause };
    const repeated = Object.keys(clause).find((key) => key in clauses);
    if (repeated !== undefined) return { fault: at('This is said twice.', reader.keyword) };
    Object.assign(clauses, clause);
  }
  return { parameter: { name, ...clauses } };
}

type Clause = Omit<Partial<ParsedParameter>, 'name'>;

const keywords = ['AS', 'ENUM', 'LIKE', 'DEFAULT', 'DESCRIPTION', 'OPTIONAL', 'REQUIRED'];

class ClauseReader {
  /** First word of the last clause. */
  keyword: ScriptToken;
  private readonly tokens: readonly ScriptToken[];
  private position = 0;

  constructor(tokens: readonly ScriptToken[], name: ScriptToken) {
    this.tokens = tokens;
    this.keyword = name;
  }

  isAtEnd(): boolean {
    return this.position >= this.tokens.length;
  }

  read(): Clause | ScriptFault {
    this.keyword = this.next() ?? this.keyword;
    const { kind, value } = this.keyword;
    switch (kind === 'word' ? value.toUpperCase() : '') {
      case 'AS':
        return this.readType();
      case 'ENUM':
        return this.readEnum();
      case 'LIKE':
        return this.readLiteral((example) => ({ example }));
      case 'DEFAULT':
        return this.readLiteral((byDefault) => ({ default: byDefault }));
      case 'DESCRIPTION':
        return this.readText();
      case 'OPTIONAL':
        return { optional: this.keyword };
      case 'REQUIRED':
        return { required: this.keyword };
      default:
        return this.describeUnknown();
    }
  }

  private readType(): Clause | ScriptFault {
    const type = this.next();
    if (!type || type.kind === 'mark') return at('`AS` needs a type.', type ?? this.keyword);
    if (type.kind === 'word') return { type };
    const values = this.readMore([type]);
    if ('message' in values) return values;
    return values.length > 1 ? { enum: values } : { description: type };
  }

  private readEnum(): Clause | ScriptFault {
    const opening = this.next();
    if (opening?.value !== '[' || opening.kind !== 'mark') {
      return { ...at('`ENUM` needs its values.', opening ?? this.keyword), help: 'Write `ENUM ["a", "b"]`.' };
    }
    const first = this.next();
    if (!isLiteral(first)) return at('A value is expected here.', first ?? opening);
    const values = this.readMore([first]);
    if ('message' in values) return values;
    const closing = this.next();
    if (closing?.value !== ']' || closing.kind !== 'mark') return at('`]` is expected here.', closing ?? opening);
    return { enum: values };
  }

  /** Reads the rest of a list: each further value follows a comma. */
  private readMore(values: readonly ScriptToken[]): readonly ScriptToken[] | ScriptFault {
    const found = [...values];
    for (let comma = this.peek(); comma?.kind === 'mark' && comma.value === ','; comma = this.peek()) {
      this.position++;
      const value = this.next();
      if (!isLiteral(value)) return at('A value is expected here.', value ?? comma);
      found.push(value);
    }
    return found;
  }

  private readLiteral(toClause: (token: ScriptToken) => Clause): Clause | ScriptFault {
    const token = this.next();
    if (isLiteral(token)) return toClause(token);
    const message = `\`${this.keyword.value}\` needs a value.`;
    const help = "A number, TRUE, FALSE, or a text between double quotes (`'` begins a comment).";
    return { ...at(message, token ?? this.keyword), help };
  }

  private readText(): Clause | ScriptFault {
    const description = this.next();
    if (description?.kind === 'text') return { description };
    const help = "A text stands between double quotes (`'` begins a comment).";
    return { ...at('`DESCRIPTION` needs a text.', description ?? this.keyword), help };
  }

  private describeUnknown(): ScriptFault {
    const { kind, value } = this.keyword;
    const help = kind === 'word' ? didYouMean(value.toUpperCase(), keywords) : undefined;
    return {
      ...at('This is no part of a `PARAM` line.', this.keyword),
      help: help ?? `After the name may stand ${keywords.join(', ')}.`,
    };
  }

  private peek(): ScriptToken | undefined {
    return this.tokens[this.position];
  }

  private next(): ScriptToken | undefined {
    return this.tokens[this.position++];
  }
}

/** Returns whether a token is a text between quotes, a number, TRUE or FALSE. */
function isLiteral(token: ScriptToken | undefined): token is ScriptToken {
  if (token?.kind === 'word') return /^([+-]?\.?\d[\d.]*(e[+-]?\d+)?|true|false)$/iu.test(token.value);
  return token?.kind === 'text';
}

function at(message: string, token: ScriptToken | undefined): ScriptFault {
  return { message, start: token?.start ?? 0, end: token?.end ?? 1 };
}
