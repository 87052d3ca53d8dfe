export interface TestVariable {
  readonly name: string;
  readonly modifier: '' | '*' | `:${number}`;
}

export interface TestExpression {
  readonly operator: string;
  readonly variables: readonly TestVariable[];
}

export type TestValues = { readonly [name: string]: string | readonly string[] | undefined };

/** Expands one expression by the letter of RFC 6570 section 3.2.1, independently of the parser. */
export function expandExpression({ operator, variables }: TestExpression, values: TestValues): string {
  const separator = { '.': '.', '/': '/', ';': ';', '?': '&', '&': '&' }[operator] ?? ',';
  const isNamed = [';', '?', '&'].includes(operator);
  const encode = ['+', '#'].includes(operator) ? encodeReserved : encodeUnreserved;
  const texts = variables.flatMap(({ name, modifier }) => {
    const value = values[name];
    if (value === undefined || (typeof value !== 'string' && value.length === 0)) return [];
    const prefix = modifier.startsWith(':') ? Number(modifier.slice(1)) : Infinity;
    const items = (typeof value === 'string' ? [value] : value).map((item) =>
      encode([...item].slice(0, prefix).join('')),
    );
    const shown = modifier === '*' ? items : [items.join(',')];
    return shown.map((item) => {
      if (!isNamed) return item;
      return item === '' && operator === ';' ? name : `${name}=${item}`;
    });
  });
  if (texts.length === 0) return '';
  return (operator === '+' ? '' : operator) + texts.join(separator);
}

/** Writes an expression as template text. */
export function writeExpression({ operator, variables }: TestExpression): string {
  return `{${operator}${variables.map(({ name, modifier }) => name + modifier).join(',')}}`;
}

function encodeUnreserved(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function encodeReserved(text: string): string {
  return encodeURI(text).replace(/%5B/g, '[').replace(/%5D/g, ']');
}
