/** A parameter as a document has it. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema?: ValueSchema;
  readonly content?: { readonly 'application/json': { readonly schema: ValueSchema } };
}

/** As much of a schema as says how a value was written. */
export interface ValueSchema {
  readonly type?: string;
  readonly properties?: { readonly [name: string]: unknown };
}

/** Sources of parameters, still percent-encoded. */
export interface RawRequest {
  readonly path: { readonly [name: string]: string };
  readonly query: string;
  readonly headers: Headers;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/**
 * Reads a parameter as a server does that knows OpenAPI's styles `simple`, `form` and `deepObject`; its scalars are still text. `undefined`: it was not sent.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-values
 */
export function readParameter(parameter: Parameter, request: RawRequest): unknown {
  if (parameter.content !== undefined) {
    const pair = splitPairs(request.query, '&').find(([name]) => name === parameter.name);
    return pair && (JSON.parse(pair[1]) as unknown);
  }
  switch (parameter.in) {
    case 'path':
      return readJoined(parameter, request.path[parameter.name] ?? '', ',');
    case 'query':
      return readQueryValue(parameter, request.query);
    case 'header': {
      const text = request.headers.get(parameter.name);
      return text === null ? undefined : readJoined(parameter, text, ',', String);
    }
    case 'cookie': {
      const cookies = (request.headers.get('cookie') ?? '').split('; ').map((cookie) => cookie.split('='));
      const found = cookies.find(([name]) => name === parameter.name);
      return found && readJoined({ ...parameter, explode: false }, found[1] ?? '', ',');
    }
  }
}

function readQueryValue(parameter: Parameter, query: string): unknown {
  const { name, style = 'form', explode = style === 'form', schema } = parameter;
  const pairs = splitPairs(query, '&');
  if (style === 'deepObject') {
    const members = pairs.flatMap(([key, value]) => {
      const [, member] = /^([^[]+)\[([^\]]+)\]$/u.exec(key)?.slice(1) ?? [];
      return member !== undefined && key.startsWith(`${name}[`) ? [[member, value] as const] : [];
    });
    return members.length === 0 ? undefined : Object.fromEntries(members);
  }
  if (explode && schema?.type === 'object') {
    const known = pairs.filter(([key]) => Object.hasOwn(schema.properties ?? {}, key));
    return known.length === 0 ? undefined : Object.fromEntries(known);
  }
  const values = query.split('&').filter((pair) => decodeURIComponent(pair.split('=', 1)[0] ?? '') === name);
  if (values.length === 0) return undefined;
  const texts = values.map((pair) => pair.slice(pair.indexOf('=') + 1));
  if (explode && schema?.type === 'array') return texts.map(decodeURIComponent);
  return readJoined({ ...parameter, explode: false }, texts[0] ?? '', ',');
}

/** A value of which lists and objects are joined into one text. */
function readJoined(
  { schema, explode = false }: Parameter,
  text: string,
  delimiter: string,
  decode: (text: string) => string = decodeURIComponent,
): unknown {
  if (schema?.type !== 'array' && schema?.type !== 'object') return decode(text);
  const parts = text === '' ? [] : text.split(delimiter);
  if (schema.type === 'array') return parts.map(decode);
  if (explode) return Object.fromEntries(parts.map((part) => part.split('=').map(decode)));
  return Object.fromEntries(
    parts.flatMap((part, index) => (index % 2 === 0 ? [[decode(part), decode(parts[index + 1] ?? '')]] : [])),
  );
}

function splitPairs(text: string, delimiter: string): Pairs {
  if (text === '') return [];
  return text.split(delimiter).map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [decodeURIComponent(name), decodeURIComponent(value.join('='))];
  });
}
