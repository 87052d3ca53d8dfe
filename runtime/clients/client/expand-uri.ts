/** Values for the variables of a URI template. */
export type TemplateValues = { readonly [name: string]: string | readonly string[] | undefined };

/** Rules of a URI template operator: prefix of the expansion, separator and form of its values. */
interface OperatorRule {
  readonly first: string;
  readonly separator: string;
  readonly encode: (value: string) => string;
  /** Set if values are written as `name=value`: the text between the name and an empty value. */
  readonly named?: '' | '=';
}

const encode = encodeURIComponent;
const operators: { readonly [operator: string]: OperatorRule } = {
  '': { first: '', separator: ',', encode },
  '+': { first: '', separator: ',', encode: encodeURI },
  '#': { first: '#', separator: ',', encode: encodeURI },
  '.': { first: '.', separator: '.', encode },
  '/': { first: '/', separator: '/', encode },
  ';': { first: ';', separator: ';', encode, named: '' },
  '?': { first: '?', separator: '&', encode, named: '=' },
  '&': { first: '&', separator: '&', encode, named: '=' },
};

/**
 * Expands a URI template with values. Variables without a value are omitted.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-3.2
 */
export function expandUri(template: string, values: TemplateValues): string {
  return template.replace(/\{([+#./;?&]?)([^{}]+)\}/gu, (_, operator: string, variables: string) => {
    const rule = operators[operator];
    if (rule === undefined) return '';
    const written = variables.split(',').flatMap((variable) => expandVariable(variable, values, rule));
    return written.length === 0 ? '' : `${rule.first}${written.join(rule.separator)}`;
  });
}

/** Expands one variable; a list with `*` becomes several strings. */
function expandVariable(variable: string, values: TemplateValues, rule: OperatorRule): readonly string[] {
  const [, name = '', length, explode] = /^([^:*]+)(?::(\d+))?(\*)?$/u.exec(variable) ?? [];
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  const items = typeof value === 'string' ? [cut(value, length)] : (value ?? []);
  if (items.length === 0) return [];
  const texts = items.map((item) => rule.encode(item));
  const { named } = rule;
  const write = (text: string): string => (named === undefined ? text : `${name}${text === '' ? named : `=${text}`}`);
  return explode === undefined ? [write(texts.join(','))] : texts.map(write);
}

function cut(value: string, length: string | undefined): string {
  return length === undefined ? value : [...value].slice(0, Number(length)).join('');
}
