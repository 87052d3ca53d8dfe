import { isJsonObject, type JsonObject } from '../../../wire/json.js';

/** Error in a GraphQL response. @see https://spec.graphql.org/September2025/#sec-Errors */
export interface GraphqlError {
  readonly message: string;
  /** Keys and indexes of the field that failed. */
  readonly path: readonly (string | number)[];
  /** Code that the server adds, such as `NOT_FOUND`. */
  readonly code: string | undefined;
  /** `extensions` of the error, as sent. */
  readonly extensions?: JsonObject;
}

/** Maximum number of errors that are shown, and maximum number of characters of each. */
const maxErrors = 10;
const maxCharacters = 500;

/** Lists the errors of a response; `[]` if it has none. */
export function listErrors(body: unknown): readonly GraphqlError[] {
  const errors = isJsonObject(body) ? body['errors'] : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.filter(isJsonObject).map(({ message, path, extensions, type }) => {
    const code = isJsonObject(extensions) ? extensions['code'] : undefined;
    return {
      message: typeof message === 'string' ? message : 'Unknown error',
      path: Array.isArray(path) ? path.filter((step) => typeof step === 'string' || typeof step === 'number') : [],
      code: [code, type].find((each) => typeof each === 'string') as string | undefined,
      ...(isJsonObject(extensions) && { extensions }),
    };
  });
}

/** Whether an error has a code, or a message for servers without codes. */
export function hasCode(errors: readonly GraphqlError[], code: string, message: string): boolean {
  return errors.some((error) => error.code === code || error.message === message);
}

/** Describes errors for a model, each as one line. */
export function describeErrors(errors: readonly GraphqlError[]): readonly string[] {
  const lines = errors.slice(0, maxErrors).map(({ message, path, code }) => {
    const place = path.length === 0 ? '' : `${showPath(path)}: `;
    const shown = code === undefined || message.includes(code) ? '' : ` (${code})`;
    return `${place}${message}${shown}`.replaceAll(/\s+/gu, ' ').slice(0, maxCharacters);
  });
  const more = errors.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])];
}

function showPath(path: GraphqlError['path']): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}
