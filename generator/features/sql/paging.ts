import type {
  ColumnKind,
  DatabaseKind,
  PageFacts,
  ParameterFacts,
  Placeholder,
  PreparedColumn,
} from './engines/engine.js';
import { isWord, listTokens } from './lex.js';
import type { StatementProblem } from './engines/engine.js';

/** Column that orders the rows of pages. */
export interface PageKey {
  readonly column: string;
  readonly isDescending: boolean;
}

/** Reads `page.by`, such as `placed_at desc`. */
export function readPageKeys(by: readonly string[]): readonly PageKey[] {
  return by.map((text) => {
    const [column = '', direction = ''] = text.trim().split(/\s+/u);
    return { column, isDescending: direction.toLowerCase() === 'desc' };
  });
}

/** Kinds whose values are the same after they were sent as JSON, and that databases compare. */
const comparedKinds: ReadonlySet<ColumnKind> = new Set([
  'integer',
  'decimal',
  'text',
  'uuid',
  'date',
  'time',
  'date-time',
  'local-date-time',
]);

/** Returns the problem of a statement whose rows cannot be paged by these columns. */
export function checkPaging(
  text: string,
  kind: DatabaseKind,
  keys: readonly PageKey[],
  columns: readonly PreparedColumn[],
): StatementProblem | undefined {
  const order = listTokens(text, kind).find(
    (token, index, all) => isWord(token, 'order') && token.depth === 0 && isWord(all[index + 1], 'by'),
  );
  if (order) {
    const message = '`page.by` orders the rows, and the statement orders them too.';
    const place = { offset: order.start, length: order.end - order.start };
    return { code: 'sql-page', message, help: 'Remove `order by`.', place };
  }
  for (const { column } of keys) {
    const found = columns.find(({ name }) => name === column);
    const names = columns.map(({ name }) => name).join(', ');
    if (!found)
      return {
        code: 'sql-page',
        message: `\`page.by\`: there is no column \`${column}\`.`,
        help: `Columns: ${names}.`,
      };
    if (found.isNullable) {
      const message = `\`page.by\`: the column \`${column}\` can be null, and pages would omit such rows.`;
      return { code: 'sql-page', message, help: 'Page by a column that is declared `not null`, or use coalesce().' };
    }
    if (found.isArray || !comparedKinds.has(found.kind)) {
      const message = `\`page.by\`: values of \`${column}\` (${found.type}) cannot be a cursor.`;
      return { code: 'sql-page', message, help: 'Page by a number without fraction, a text, a date or a time.' };
    }
  }
  return undefined;
}

/** Returns the problem of pages whose last row can be equal to the first of the next one, which would be lost. */
export function checkPageKeys({ rows, add }: PageFacts, keys: readonly PageKey[]): StatementProblem | undefined {
  if (rows === 'unique') return undefined;
  const names = keys.map(({ column }) => `\`${column}\``).join(', ');
  const lost = 'Rows at the border of a page would be lost.';
  const isCertain = rows === 'shared';
  const message = isCertain
    ? `\`page.by\`: several rows can have the same ${names}. ${lost}`
    : `\`page.by\`: no key of the database makes ${names} unique. ${lost}`;
  const help = `${adviseKeys(add)}${isCertain ? '' : ' If the values are unique anyway, add `unique: true` to `page`.'}`;
  return { code: isCertain ? 'sql-page' : 'sql-page-key', message, help };
}

function adviseKeys(add: PageFacts['add']): string {
  const list = (isSelected: boolean): string =>
    add.flatMap((column) => (column.isSelected === isSelected ? [`\`${column.name}\``] : [])).join(', ');
  const [selected, others] = [list(true), list(false)];
  if (selected === '' && others === '') return 'Add columns of a primary key or unique constraint to `page.by`.';
  if (others === '') return `Add ${selected} to \`page.by\`.`;
  return `Select ${others}, and add ${[selected, others].filter((part) => part !== '').join(', ')} to \`page.by\`.`;
}

/** Text of a page: the statement with an order, and rows after a cursor. */
export interface PageText {
  readonly text: string;
  readonly placeholders: readonly Placeholder[];
  /** Offset of the statement in the text. */
  readonly offset: number;
}

/** Names of the values in a cursor, as parameters. */
export function cursorParameter(index: number): string {
  return `cursor.${index}`;
}

/** Returns the text of the first page, or of the page after a cursor. */
export function composePage(
  statement: { readonly text: string; readonly placeholders: readonly Placeholder[] },
  kind: DatabaseKind,
  keys: readonly PageKey[],
  isFirst: boolean,
): PageText {
  const quote = (name: string): string => (kind === 'mysql' ? `\`${name}\`` : `"${name}"`);
  const before = 'select * from (\n';
  let text = `${before}${statement.text}\n) as page`;
  const placeholders = statement.placeholders.map((place) => ({
    ...place,
    start: place.start + before.length,
    end: place.end + before.length,
  }));
  const addValue = (index: number): void => {
    const written = `{{${cursorParameter(index)}}}`;
    placeholders.push({ name: cursorParameter(index), start: text.length, end: text.length + written.length });
    text += written;
  };
  if (!isFirst) {
    text += '\nwhere ';
    keys.forEach(({ column, isDescending }, last) => {
      text += last === 0 ? '(' : ' or (';
      keys.slice(0, last).forEach((key, index) => {
        text += `${quote(key.column)} = `;
        addValue(index);
        text += ' and ';
      });
      text += `${quote(column)} ${isDescending ? '<' : '>'} `;
      addValue(last);
      text += ')';
    });
  }
  const order = keys.map(({ column, isDescending }) => `${quote(column)}${isDescending ? ' desc' : ''}`);
  return { text: `${text}\norder by ${order.join(', ')}`, placeholders, offset: before.length };
}

const factsByKind: { readonly [kind in ColumnKind]?: Omit<ParameterFacts, 'isOptional'> } = {
  integer: { type: 'integer' },
  number: { type: 'number' },
  decimal: { type: 'string', pattern: String.raw`^-?\d+(\.\d+)?$` },
  boolean: { type: 'boolean' },
  uuid: { type: 'string', format: 'uuid' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'time' },
  'date-time': { type: 'string', format: 'date-time' },
  'local-date-time': { type: 'string', format: 'date-time' },
  duration: { type: 'string', format: 'duration' },
  json: {},
  bytes: { type: 'string', isBase64: true },
  any: {},
};

/** Returns the facts about a column's values as a parameter. */
export function factsOfColumn({ kind, isArray, isNullable, enum: values }: PreparedColumn): ParameterFacts {
  const facts = { ...(factsByKind[kind] ?? { type: 'string' }), ...(values && { enum: values }) };
  return isArray
    ? { type: 'array', items: { ...facts, isOptional: true }, isOptional: isNullable }
    : { ...facts, isOptional: isNullable };
}
