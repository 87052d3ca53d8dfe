import { ConnectError, type Header, type Client } from './client.js';

const reference = /\$\{([A-Za-z_]\w*)\}/gu;

/** Returns the names of the environment variables that a header value refers to. */
export function variablesOf({ value }: Header): readonly string[] {
  return [...value.matchAll(reference)].map(([, name = '']) => name);
}

/** Returns headers as an object, with references to environment variables in the syntax of a client. */
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
 * Returns headers for Codex, which has a separate field for each kind of value: a token from a variable, a value from a
 * variable, and literal text.
 * @throws {ConnectError} if a value mixes literal text and variables.
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
        `Codex cannot combine text and a variable in the header ${name}. ` +
          'Use `Authorization: Bearer ${NAME}`, or a variable that contains the whole value: `${NAME}`.',
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
 * Checks that a client expands variables in headers.
 * @throws {ConnectError} if it does not. The server would get the variable name instead of its value.
 */
export function checkVariables({ title, variable }: Client, headers: readonly Header[]): void {
  const [name] = headers.flatMap(variablesOf);
  if (name === undefined || variable !== undefined) return;
  throw new ConnectError(
    `${title} does not document that it expands variables in headers, so \${${name}} would be sent unchanged. ` +
      'Enter the value itself. The configuration then contains the value.',
  );
}
