import type { Json, JsonObject } from '../model/json.js';
import type { ApiOperation, ApiResponse } from './api-operation.js';
import type { BodyDraft, PartDraft } from './draft-body.js';
import type { InputDraft, ParameterDraft } from './draft-input.js';
import { isJsonType } from './media-type.js';
import { splitPath } from './split-path.js';
import type { RenameTable } from './schema/rename-table.js';
import { jsonList, jsonMembers } from './json-members.js';

/** What an operation is bound from. */
export interface BindingSource {
  readonly operation: ApiOperation;
  readonly input: InputDraft;
  readonly successes: readonly ApiResponse[];
  readonly security: Json | undefined;
  /** Its server when it is another than that of the API. */
  readonly server: JsonObject | undefined;
  readonly answersRedirect: boolean;
}

/** How a request is made from arguments, in the runtime's own words (`ForwardOperation`). */
export function bindOperation(source: BindingSource, renames: RenameTable): JsonObject {
  const { operation, input, successes } = source;
  const bindAt = (...places: readonly string[]) =>
    jsonList(
      input.parameters
        .filter(({ parameter }) => places.includes(parameter.place))
        .map((draft) => bindParameter(draft, renames)),
    );
  return jsonMembers({
    method: operation.method.toUpperCase(),
    path: bindPath(operation.path, input.parameters, renames),
    query: bindAt('query', 'querystring'),
    headers: bindAt('header'),
    cookies: bindAt('cookie'),
    body: input.body && bindBody(input.body, renames),
    accept: jsonList(listAccepted(successes)),
    security: source.security,
    server: source.server,
    answersRedirect: source.answersRedirect ? true : undefined,
  });
}

function listAccepted(successes: readonly ApiResponse[]): readonly string[] {
  const types = successes.flatMap(({ contents }) => contents.map(({ mediaType }) => mediaType.trim()));
  const known = [...new Set(types)].filter((type) => /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+( *;.*)?$/u.test(type));
  return known.toSorted((left, right) => Number(isJsonType(right)) - Number(isJsonType(left)));
}

function bindPath(path: string, parameters: readonly ParameterDraft[], renames: RenameTable): readonly Json[] {
  const inPath = new Map(
    parameters.flatMap((draft) => (draft.parameter.place === 'path' ? [[draft.parameter.name, draft] as const] : [])),
  );
  return splitPath(path, new Set(inPath.keys())).map(({ text, name }): Json => {
    const draft = name === undefined ? undefined : inPath.get(name);
    return draft ? bindParameter(draft, renames) : text;
  });
}

/** The styles that a place has besides its default one. */
const styles: { readonly [place in ParameterDraft['parameter']['place']]: readonly string[] } = {
  path: ['label', 'matrix'],
  query: ['spaceDelimited', 'pipeDelimited', 'tabDelimited', 'deepObject'],
  header: [],
  cookie: [],
  querystring: [],
};

function bindParameter({ parameter, key, schema }: ParameterDraft, renames: RenameTable): JsonObject {
  const { name, place, explode, isJson, allowsReserved } = parameter;
  const style = parameter.style !== undefined && styles[place].includes(parameter.style) ? parameter.style : undefined;
  const explodes = place === 'cookie' || (place === 'query' && style === undefined);
  return jsonMembers({
    name,
    from: [key],
    isJson: isJson ? true : undefined,
    renames: renames.idOf(schema),
    style: place === 'querystring' ? 'whole' : style,
    explode: explode === explodes ? undefined : explode,
    allowReserved: allowsReserved && place === 'query' ? true : undefined,
  });
}

function bindBody(body: BodyDraft, renames: RenameTable): JsonObject {
  const { mediaType, encoded, isRequired, members, hasRest, parts } = body;
  const [whole] = body.arguments;
  const value = members
    ? jsonMembers({
        members: members.map(({ name, key, schema }) =>
          jsonMembers({ name, from: [key], renames: renames.idOf(schema) }),
        ),
        hasRest: hasRest ? true : undefined,
        isRequired: isRequired ? true : undefined,
      })
    : jsonMembers({ from: [whole?.key ?? 'body'] });
  return jsonMembers({
    mediaType,
    encoding: encoded,
    value,
    renames: members || !whole ? undefined : renames.idOf(whole.schema),
    parts: parts.length > 0 ? new Map(parts.map((part) => [part.name, bindPart(part, encoded)])) : undefined,
  });
}

function bindPart(part: PartDraft, encoded: BodyDraft['encoded']): JsonObject {
  if (encoded === 'multipart') return jsonMembers({ contentType: part.contentType, file: part.file });
  const isKnown = part.style !== undefined && [...styles.query, 'form'].includes(part.style);
  return jsonMembers({
    style: isKnown ? part.style : undefined,
    explode: part.explode,
    allowReserved: part.allowsReserved,
    isJson: part.contentType !== undefined && isJsonType(part.contentType) ? true : undefined,
  });
}
