import type { Help } from '../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import type { DatabaseKind, ParameterFacts, Placeholder, StatementProblem } from './engines/engine.js';
import { checkFunctions } from './check-functions.js';
import { lexSql, listTokens, type SqlSpan } from './lex.js';

/** Statement of a tool, with its placeholders. Offsets count UTF-16 code units of the text as written. */
export interface ParsedStatement {
  /** Text without a final semicolon and what follows it. */
  readonly text: string;
  /** Placeholders that stand for values. */
  readonly placeholders: readonly Placeholder[];
  /** Placeholders that stand for a name or keyword. */
  readonly choices: readonly Choice[];
  readonly problems: readonly StatementProblem[];
}

/** `{{sort | column}}`: inserts one of the values that an argument can have. */
export interface Choice extends Placeholder {
  readonly filter: 'column' | 'keyword';
}

/** First words of the statements that tools can run. Others change the schema or the session, or are not prepared. */
const allowedWords: { readonly [kind in DatabaseKind]: readonly string[] } = {
  postgres: ['select', 'with', 'values', 'table', 'insert', 'update', 'delete', 'merge'],
  sqlite: ['select', 'with', 'values', 'insert', 'replace', 'update', 'delete'],
  mysql: ['select', 'with', 'values', 'table', 'insert', 'replace', 'update', 'delete'],
};

/** Finds the placeholders of a statement, and problems that need no database. */
export function parseStatement(
  written: string,
  kind: DatabaseKind,
  parameters: ReadonlyMap<string, ParameterFacts>,
): ParsedStatement {
  const spans = lexSql(written, kind);
  const ended = findEnd(written, spans);
  const text = written.slice(0, ended.end);
  const found = spans.flatMap((span) => readPlaceholders(text, span, kind));
  const places = found.flatMap((place) => ('name' in place ? [place] : []));
  const broken = found.flatMap((place) => ('code' in place ? [place] : []));
  const problems = [
    ...ended.problems,
    ...checkFirstWord(text, spans, kind),
    ...checkSpans(spans),
    ...checkFunctions(listTokens(text, kind), kind),
    ...broken,
    ...places.flatMap((place) => checkPlaceholder(text, place, parameters)),
  ];
  return {
    text,
    placeholders: places.filter(({ filter }) => filter === undefined),
    choices: places.flatMap(({ filter, ...place }) => (filter === undefined ? [] : [{ ...place, filter }])),
    problems: problems
      .toSorted((one, other) => (one.place?.offset ?? 0) - (other.place?.offset ?? 0))
      .slice(0, maxProblems),
  };
}

/** Maximum number of problems that are reported for a statement. */
const maxProblems = 20;

type Found = Placeholder & { readonly filter?: Choice['filter'] };

/** Finds where the statement ends: before a semicolon, after which only comments and more semicolons are allowed. */
function findEnd(text: string, spans: readonly SqlSpan[]) {
  const code = spans.filter(({ kind }) => kind === 'code');
  const semicolons = code.flatMap(({ start, end }) => {
    const offset = text.slice(start, end).indexOf(';');
    return offset < 0 ? [] : [start + offset];
  });
  const [end] = semicolons;
  if (end === undefined) return { end: text.length, problems: [] };
  const next = spans.flatMap(({ kind, start, end: spanEnd }) => {
    const from = Math.max(start, end);
    if (kind === 'comment' || spanEnd <= from) return [];
    const offset = text.slice(from, spanEnd).search(/[^\s;]/u);
    return offset < 0 ? [] : [from + offset];
  });
  const problems: StatementProblem[] =
    next[0] === undefined
      ? []
      : [
          {
            code: 'sql-not-allowed',
            message: 'A tool runs one statement, and a second one begins here.',
            help: 'Remove it, or write another tool for it.',
            place: { offset: next[0], length: 1 },
          },
        ];
  return { end, problems };
}

function checkFirstWord(text: string, spans: readonly SqlSpan[], kind: DatabaseKind): readonly StatementProblem[] {
  const code = spans.flatMap(({ kind: spanKind, start, end }) =>
    spanKind === 'comment' ? ' '.repeat(end - start) : text.slice(start, end),
  );
  const [, before = '', word = ''] = /^([\s(]*)([A-Za-z]*)/u.exec(code.join('')) ?? [];
  const allowed = allowedWords[kind];
  if (allowed.includes(word.toLowerCase())) return [];
  const help = `A tool can run ${allowed.slice(0, -1).join(', ')} and ${allowed.at(-1)}.`;
  if (word === '') return [{ code: 'sql-not-allowed', message: 'The statement has no first word.', help }];
  const place = { offset: before.length, length: word.length };
  return [{ code: 'sql-not-allowed', message: `A tool cannot run ${word.toUpperCase()}.`, help, place }];
}

function checkSpans(spans: readonly SqlSpan[]): readonly StatementProblem[] {
  return spans.flatMap(({ kind, start, isOpen }): readonly StatementProblem[] => {
    const place = { offset: start, length: 1 };
    if (kind === 'executable') {
      const message = 'A comment that the database executes is not allowed.';
      return [{ code: 'sql-not-allowed', message, help: 'Remove the `!`, or the comment.', place }];
    }
    return isOpen ? [{ code: 'sql-syntax', message: `${describeSpan[kind]} that begins here has no end.`, place }] : [];
  });
}

const describeSpan: { readonly [kind in SqlSpan['kind']]: string } = {
  code: 'The text',
  string: 'The string',
  identifier: 'The quoted name',
  comment: 'The comment',
  dollar: 'The string',
  executable: 'The comment',
};

function readPlaceholders(
  text: string,
  { kind, start, end }: SqlSpan,
  database: DatabaseKind,
): readonly (Found | StatementProblem)[] {
  const piece = text.slice(start, end);
  return [...piece.matchAll(/\{\{([^{}]*)\}\}|\{\{/gu)].flatMap((match): readonly (Found | StatementProblem)[] => {
    const offset = start + match.index;
    const place = { offset, length: match[0].length };
    if (kind !== 'code') {
      if (kind === 'comment' && match[1] === undefined) return [];
      const message = `\`${match[0]}\` is inside ${insideOf[kind]}.`;
      const help = kind === 'comment' ? 'Remove it.' : adviseQuoted(piece, match[0], database);
      return [{ code: 'sql-placeholder', message, help, place }];
    }
    const [name = '', filter, ...others] = (match[1] ?? '').split('|').map((part) => part.trim());
    if (match[1] === undefined || name === '' || others.length > 0) {
      const message = `\`${match[0]}\` is not a placeholder.`;
      return [{ code: 'sql-placeholder', message, help: 'Write `{{name}}` or `{{name | column}}`.', place }];
    }
    if (filter !== undefined && filter !== 'column' && filter !== 'keyword') {
      const message = `\`${filter}\` is not a filter.`;
      return [{ code: 'sql-placeholder', message, help: 'Filters: `column`, `keyword`.', place }];
    }
    return [{ name, start: offset, end: offset + match[0].length, ...(filter && { filter }) }];
  });
}

const insideOf: { readonly [kind in SqlSpan['kind']]: string } = {
  code: 'the text',
  string: 'a string',
  identifier: 'a quoted name',
  comment: 'a comment',
  dollar: 'a string',
  executable: 'a comment',
};

/** Returns how to write a placeholder that is inside quotes. */
function adviseQuoted(quoted: string, placeholder: string, database: DatabaseKind): string {
  const [before = '', after = ''] = quoted.slice(1, -1).split(placeholder);
  if (before === '' && after === '') return 'A placeholder stands for the whole value: remove the quotes.';
  const parts = [before && `'${before}'`, placeholder, after && `'${after}'`].filter((part) => part !== '');
  const joined = database === 'mysql' ? `concat(${parts.join(', ')})` : parts.join(' || ');
  return `Join it with the text around it: \`${joined}\`.`;
}

function checkPlaceholder(
  text: string,
  { name, start, end, filter }: Found,
  parameters: ReadonlyMap<string, ParameterFacts>,
): readonly StatementProblem[] {
  const place = { offset: start, length: end - start };
  const fail = (message: string, help: Help): readonly StatementProblem[] => [
    { code: 'sql-placeholder', message, help, place },
  ];
  const facts = parameters.get(name);
  if (!facts) {
    const help = didYouMean(name, [...parameters.keys()]) ?? 'Declare it in `inputSchema`.';
    return fail(`\`{{${name}}}\` is not an argument of this tool.`, help);
  }
  if (/[\w$\u0080-\uffff]$/u.test(text.slice(0, start)) || /^[\w$\u0080-\uffff]/u.test(text.slice(end))) {
    return fail(`\`{{${name}}}\` touches the word next to it.`, 'Put a space between them.');
  }
  if (filter === undefined) return [];
  const values = facts.enum ?? [];
  const isValid =
    filter === 'column'
      ? (value: string) => /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/u.test(value)
      : (value: string) => /^(?:asc|desc)$/iu.test(value);
  if (facts.type !== 'string' || values.length === 0 || !values.every(isValid)) {
    const allowed = filter === 'column' ? 'column names' : '`asc` and `desc`';
    return fail(
      `\`{{${name} | ${filter}}}\` needs an argument with an \`enum\` of ${allowed}.`,
      'Only names in the definition can be inserted; other values are bound as parameters.',
    );
  }
  if (facts.isOptional) {
    return fail(
      `\`{{${name} | ${filter}}}\` needs a value, but \`${name}\` is optional.`,
      `Give \`${name}\` a \`default\`, or add it to \`required\`.`,
    );
  }
  return [];
}
