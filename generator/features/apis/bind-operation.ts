import { jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import { listAccepted, type ResponseTypes } from './response-types.js';
import type { CallLimits } from './call-limits.js';
import type { OutputDraft } from './draft-output.js';
import type { ApiOperation } from './operations.js';
import { splitPath } from './parameters.js';
import type { RenameTable } from './schema/rename-table.js';
import type { BoundServer } from './servers.js';
import type { BodyInput, ParameterArgument, ToolInput } from './tool-input.js';

/** Source of an operation's request. */
export interface OperationSource {
  readonly operation: ApiOperation;
  readonly input: ToolInput;
  readonly responseTypes: ResponseTypes;
  /** Security requirements; empty if the operation declares that it has none, `undefined` if nothing is declared. */
  readonly security: readonly JsonObject[] | undefined;
  /** Server of the operation if it differs from the API's server. */
  readonly server: BoundServer | undefined;
  readonly answersRedirect: boolean;
  readonly limits: CallLimits;
  readonly output: OutputDraft['binding'];
}

/** Binds arguments to the request of an operation, for the runtime (`ForwardOperation`). */
export function bindOperation(source: OperationSource, renames: RenameTable): JsonObject {
  const { operation, input, responseTypes, security } = source;
  const bindAt = (...places: readonly string[]) => {
    const inPlace = input.parameters.filter(({ parameter }) => places.includes(parameter.place));
    return listOrNone(inPlace.map((argument) => bindParameter(argument, renames)));
  };
  return jsonObjectOf({
    method: operation.sentMethod,
    path: bindPath(operation.path, input.parameters, renames),
    query: bindAt('query', 'querystring'),
    headers: bindAt('header'),
    cookies: bindAt('cookie'),
    body: input.body && bindBody(input.body, renames),
    accept: listOrNone(listAccepted(responseTypes)),
    acceptFrom: input.accept && bindAccept(input.accept.key, responseTypes),
    security,
    server: source.server?.binding,
    answersRedirect: source.answersRedirect || undefined,
    ...source.limits,
    ...source.output,
  });
}

/** Binds the `Accept` header. Media types other than the chosen one get a lower quality value. */
function bindAccept(key: string, { others }: ResponseTypes): JsonObject {
  const lower = others.map((type) => (/;q=/u.test(type) ? type : `${type};q=0.5`));
  return jsonObjectOf({ from: [key], others: listOrNone(lower) });
}

function listOrNone(items: readonly Json[]): readonly Json[] | undefined {
  return items.length === 0 ? undefined : items;
}

function bindPath(path: string, parameters: readonly ParameterArgument[], renames: RenameTable): readonly Json[] {
  const inPath = new Map(
    parameters
      .filter(({ parameter }) => parameter.place === 'path')
      .map((argument) => [argument.parameter.name, argument]),
  );
  return splitPath(path, new Set(inPath.keys())).map(({ text, name }): Json => {
    const argument = name === undefined ? undefined : inPath.get(name);
    return argument ? bindParameter(argument, renames) : text;
  });
}

/** Styles of each parameter location, except its default style. */
const styles: { readonly [place: string]: readonly string[] } = {
  path: ['label', 'matrix'],
  cookie: ['cookie'],
  query: ['spaceDelimited', 'pipeDelimited', 'tabDelimited', 'deepObject'],
};

function bindParameter({ parameter, key, schema }: ParameterArgument, renames: RenameTable): JsonObject {
  const { name, place, explode, isJson, allowsReserved, itemSeparators, listSeparator } = parameter;
  const style = styles[place]?.find((known) => known === parameter.style);
  const explodes = place === 'cookie' || (place === 'query' && style === undefined);
  return jsonObjectOf({
    name,
    from: [key],
    isJson: isJson || undefined,
    renames: renames.idOf(schema),
    style: place === 'querystring' ? 'whole' : style,
    explode: explode === explodes ? undefined : explode,
    allowReserved: allowsReserved || undefined,
    itemSeparators: listOrNone(itemSeparators),
    listSeparator,
  });
}

function bindBody(body: BodyInput, renames: RenameTable): JsonObject {
  const { mediaType, encoded, isRequired, whole, properties = [], hasRest, items } = body;
  const parts = bindParts(body);
  const members = properties.map(({ name, key, schema }) =>
    jsonObjectOf({ name, from: [key], renames: renames.idOf(schema) }),
  );
  return jsonObjectOf({
    mediaType,
    encoding: encoded,
    value: whole
      ? jsonObjectOf({ from: [whole.key] })
      : jsonObjectOf({ members, hasRest: hasRest || undefined, isRequired: isRequired || undefined }),
    renames: whole && renames.idOf(whole.schema),
    parts: parts.size > 0 ? parts : undefined,
    firstItems: items && listOrNone(items.first.map(({ binding }) => binding)),
    items: items && items.rest.binding.size > 0 ? items.rest.binding : undefined,
  });
}

/** Adds the headers of multipart parts. */
function bindParts({ parts, partHeaders }: BodyInput): ReadonlyMap<string, JsonObject> {
  const bound = new Map(parts);
  for (const part of new Set(partHeaders.map((argument) => argument.part))) {
    const headers = partHeaders
      .filter((argument) => argument.part === part)
      .map(({ key, header: { name, explode, fixed } }) =>
        jsonObjectOf({ name, from: [key], explode: explode || undefined, fixed }),
      );
    bound.set(part, new Map<string, Json>([...(parts.get(part) ?? []), ['headers', headers]]));
  }
  return bound;
}
