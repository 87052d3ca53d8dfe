/** Where a text stops being JSON, and what would have to stand there. */
export interface JsonFault {
  readonly offset: number;
  readonly expected: string;
}

/** What may come next. */
type Expectation = 'value' | 'firstItem' | 'firstKey' | 'key' | 'colon' | 'commaInArray' | 'commaInObject' | 'end';

const expectationTexts: { readonly [expectation in Expectation]: string } = {
  value: 'a value',
  firstItem: 'a value or `]`',
  firstKey: 'a key in double quotes or `}`',
  key: 'a key in double quotes',
  colon: '`:`',
  commaInArray: '`,` or `]`',
  commaInObject: '`,` or `}`',
  end: 'the end of the file',
};

// A string, a number or a word, or punctuation, each with the white space before it.
const token =
  /[ \t\r\n]*(?:("(?:[ -!#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w))|([{}[\],:]))/uy;

/** Finds the first character at which a text is no JSON; `undefined` when all of it is. @see https://www.rfc-editor.org/rfc/rfc8259 */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = [];
  let expectation: Expectation = 'value';
  let offset = 0;
  for (;;) {
    token.lastIndex = offset;
    const match = token.exec(text);
    const start = skipBlank(text, offset);
    if (expectation === 'end' && start === text.length) return undefined;
    const next: Expectation | undefined = match ? step(match, expectation, open) : undefined;
    if (next === undefined) return { offset: start, expected: expectationTexts[expectation] };
    expectation = next;
    offset = token.lastIndex;
  }
}

function skipBlank(text: string, offset: number): number {
  const rest = /[^ \t\r\n]/gu;
  rest.lastIndex = offset;
  return rest.exec(text)?.index ?? text.length;
}

/** What may come after a token; `undefined` when the token itself may not come. Keeps track of what is open. */
function step(
  [, string, word, mark]: RegExpExecArray,
  expectation: Expectation,
  open: ('{' | '[')[],
): Expectation | undefined {
  const takesValue = expectation === 'value' || expectation === 'firstItem';
  if (string !== undefined && (expectation === 'key' || expectation === 'firstKey')) return 'colon';
  if (string !== undefined || word !== undefined) return takesValue ? afterValue(open) : undefined;
  if ((mark === '{' || mark === '[') && takesValue) {
    open.push(mark);
    return mark === '{' ? 'firstKey' : 'firstItem';
  }
  if (mark === ':' && expectation === 'colon') return 'value';
  if (mark === ',' && expectation === 'commaInArray') return 'value';
  if (mark === ',' && expectation === 'commaInObject') return 'key';
  const closes = mark === '}' ? ['firstKey', 'commaInObject'] : mark === ']' ? ['firstItem', 'commaInArray'] : [];
  if (!closes.includes(expectation)) return undefined;
  open.pop();
  return afterValue(open);
}

function afterValue(open: readonly ('{' | '[')[]): Expectation {
  const innermost = open.at(-1);
  if (innermost === undefined) return 'end';
  return innermost === '{' ? 'commaInObject' : 'commaInArray';
}
