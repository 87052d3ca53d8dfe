import { isJsonArray, isJsonObject, jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import type { ToolInput } from './tool-input.js';

/** Role of a paging parameter in the runtime (`PagingParameter`). */
type Role = 'cursor' | 'after' | 'page' | 'offset' | 'size';

/** Paging parameter. */
interface PagingParameter {
  /** Parameter name in the API. */
  readonly name: string;
  /** Argument name. */
  readonly key: string;
  readonly role: Role;
  readonly isInteger: boolean;
  readonly byDefault?: number;
}

/** Parameter names, in lower case and letters only. */
const names: { readonly [role in Role]: readonly string[] } = {
  after: ['startingafter'],
  cursor: words(
    'cursor after startcursor pagetoken nextpagetoken nexttoken continuationtoken continuation marker pagecursor nextcursor paginationtoken bookmark since scrollid startingtoken',
  ),
  page: words('page pagenumber pageno pageindex pagenum'),
  offset: words('offset startat skip startindex start'),
  size: words('perpage limit pagesize maxresults pagelimit itemsperpage top count first size'),
};

function words(text: string): readonly string[] {
  return text.split(' ');
}

/**
 * Finds the paging parameters of an operation, in the query or in the body of a search. Returns `[]` unless one of
 * these parameters sets the start of the page.
 */
export function findPaging({ parameters, body }: ToolInput): readonly PagingParameter[] {
  const candidates = [
    ...parameters
      .filter(({ parameter }) => parameter.place === 'query')
      .map(({ key, schema, parameter }) => ({ name: parameter.name, key, schema })),
    ...(body?.encoded === 'json' || body?.encoded === 'form' ? (body.properties ?? []) : []),
  ];
  const found = candidates.flatMap(({ name, key, schema }): readonly PagingParameter[] => {
    const role = roleOf(name, schema);
    if (role === undefined) return [];
    const byDefault = isJsonObject(schema) ? schema.get('default') : undefined;
    return [
      {
        name,
        key,
        role,
        isInteger: hasType(schema, 'integer') || hasType(schema, 'number'),
        ...(typeof byDefault === 'number' && { byDefault }),
      },
    ];
  });
  return found.some(({ role }) => role !== 'size') ? found : [];
}

function roleOf(name: string, schema: Json): Role | undefined {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/gu, '');
  const role = (Object.keys(names) as readonly Role[]).find((candidate) => names[candidate].includes(plain));
  if (role === undefined || !isJsonObject(schema)) return undefined;
  const isNumber = hasType(schema, 'integer') || hasType(schema, 'number');
  const isScalar = isNumber || hasType(schema, 'string') || (!schema.has('type') && !schema.has('properties'));
  if (!isScalar) return undefined;
  // In many APIs, `since` and `start` are dates.
  if (plain === 'since' || plain === 'start') return isNumber ? role : undefined;
  return role;
}

function hasType(schema: Json, type: string): boolean {
  const allowedTypes = isJsonObject(schema) ? schema.get('type') : undefined;
  return allowedTypes === type || (isJsonArray(allowedTypes) && allowedTypes.includes(type));
}

/** Binds the paging parameters for the runtime (`Paging`). */
export function bindPaging(argument: string, parameters: readonly PagingParameter[]): JsonObject {
  return jsonObjectOf({
    argument,
    parameters: parameters.map(({ name, key, role, isInteger, byDefault }) =>
      jsonObjectOf({ name, key, role, isInteger: isInteger || undefined, byDefault }),
    ),
  });
}

/** Lists the arguments that the argument for the next page can set, with their types (`NextArgument`). */
export function listSettable(argument: string, parameters: readonly PagingParameter[]): JsonObject {
  const sets = parameters.map(({ key, isInteger }) => [key, isInteger ? 'integer' : 'string'] as const);
  return jsonObjectOf({ argument, sets: new Map<string, Json>(sets) });
}
