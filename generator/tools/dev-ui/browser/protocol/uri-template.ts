import type { JsonObject } from '../../../../../runtime/wire/json.js';

/** Rules of an operator: the prefix, the separator, whether names are included, and whether reserved characters are kept. */
interface Operator {
  readonly first: string;
  readonly separator: string;
  readonly isNamed?: true;
  readonly keepsReserved?: true;
}

const operators: { readonly [sign: string]: Operator } = {
  '': { first: '', separator: ',' },
  '+': { first: '', separator: ',', keepsReserved: true },
  '#': { first: '#', separator: ',', keepsReserved: true },
  '.': { first: '.', separator: '.' },
  '/': { first: '/', separator: '/' },
  ';': { first: ';', separator: ';', isNamed: true },
  '?': { first: '?', separator: '&', isNamed: true },
  '&': { first: '&', separator: '&', isNamed: true },
};

const expression = /\{([+#./;?&]?)([^{}]+)\}/gu;

/** Returns the variable names of a URI template, in order. */
export function listVariables(template: string): readonly string[] {
  const names = [...template.matchAll(expression)].flatMap(([, , list = '']) => list.split(',').map(nameOf));
  return [...new Set(names)];
}

/**
 * Expands a URI template with strings. Variables with a missing or empty value are omitted.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-3
 */
export function expandTemplate(template: string, values: JsonObject): string {
  return template.replace(expression, (_whole, sign: string, list: string) => {
    const { first, separator, isNamed, keepsReserved } = operators[sign] ?? { first: '', separator: ',' };
    const parts = list.split(',').flatMap((spec) => {
      const name = nameOf(spec);
      const given = Object.hasOwn(values, name) ? values[name] : undefined;
      if (given === undefined || given === '') return [];
      const [, length] = /:(\d+)$/u.exec(spec) ?? [];
      const text = length === undefined ? String(given) : [...String(given)].slice(0, Number(length)).join('');
      const isPath = spec.endsWith('*') && sign === '/';
      const value = isPath ? text.split('/').map(encodeAll).join('/') : (keepsReserved ? encodeURI : encodeAll)(text);
      return [isNamed ? `${name}=${value}` : value];
    });
    return parts.length === 0 ? '' : first + parts.join(separator);
  });
}

function nameOf(spec: string): string {
  return spec.replace(/\*$|:\d+$/u, '');
}

/** Encodes everything but unreserved characters. */
function encodeAll(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
