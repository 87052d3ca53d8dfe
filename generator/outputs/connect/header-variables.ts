import { ConnectError, type Header, type Client } from './client.js';

const reference = /\$\{([A-Za-z_]\w*)\}/gu;

/** Names of the environment variables that a header's value refers to. */
export function variablesOf({ value }: Header): readonly string[] {
  return [...value.matchAll(reference)].map(([, name = '']) => name);
}

/** Headers as an object, with references to environment variables in the syntax of a client. */
export function writeHeaders(
  headers: readonly Header[],
  variable: (name: string) => string,
): { readonly headers?: { readonly [name: string]: string } } {
  if (headers.length === 0) return {};
  const written = headers.map(({ name, value }) => [
    name,
    value.replace(reference, (_, found: string) => variable(found)),
  ]);
  return { headers: Object.fromEntries(written) as { [name: string]: string } };
}

/**
 * Headers for Codex, which has a field for each kind of value: a token from a variable, a value from a variable, and text.
 *
 * @throws {ConnectError} for a value that mixes text and variables
 */
export function writeCodexHeaders(headers: readonly Header[]): {
  readonly bearer_token_env_var?: string;
  readonly env_http_headers?: { readonly [name: string]: string };
  readonly http_headers?: { readonly [name: string]: string };
} {
  let token: string | undefined;
  const fromVariables: { [name: string]: string } = {};
  const texts: { [name: string]: string } = {};
  for (const header of headers) {
    const { name, value } = header;
    const bearer = /^Bearer \$\{([A-Za-z_]\w*)\}$/u.exec(value)?.[1];
    const whole = /^\$\{([A-Za-z_]\w*)\}$/u.exec(value)?.[1];
    if (bearer !== undefined && name.toLowerCase() === 'authorization') token = bearer;
    else if (whole !== undefined) fromVariables[name] = whole;
    else if (variablesOf(header).length === 0) texts[name] = value;
    else {
      throw new ConnectError(
        `Codex cannot join text and a variable in the header ${name}. ` +
          'It takes `Authorization: Bearer ${NAME}`, or a variable that holds the whole value: `${NAME}`.',
      );
    }
  }
  return {
    ...(token !== undefined && { bearer_token_env_var: token }),
    ...(Object.keys(fromVariables).length > 0 && { env_http_headers: fromVariables }),
    ...(Object.keys(texts).length > 0 && { http_headers: texts }),
  };
}

/**
 * Checks that a client replaces the variables in headers.
 *
 * @throws {ConnectError} when it does not: the server would get the name of the variable instead of its value
 */
export function checkVariables({ title, variable }: Client, headers: readonly Header[]): void {
  const [name] = headers.flatMap(variablesOf);
  if (name === undefined || variable !== undefined) return;
  throw new ConnectError(
    `The documentation of ${title} does not say that it replaces variables in headers, and \${${name}} would be sent as it is. ` +
      'Give the value itself; it then stands in the configuration.',
  );
}
