import { jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import type { ToolModel } from '../../core/model/model.js';
import { textsAt } from '../../core/source/read-values.js';
import {
  childOf,
  entriesOf,
  entryOf,
  stringAt,
  type MapEntry,
  type SourceNode,
} from '../../core/source/source-node.js';
import type { ToolArgument } from '../../feature-kit/definition/read-arguments.js';
import { report, type Resolution } from '../../feature-kit/definition/resolve-entry.js';
import { readCallLimits } from '../apis/call-limits.js';
import { readOutputSettings } from '../apis/output-settings.js';
import { decidedHeaders } from '../apis/resolve-apis.js';
import { requireConfigured } from '../apis/security.js';
import { bindJson, bindText } from './bind-values.js';
import { bindUrl } from './bind-url.js';
import { httpDiagnostics } from './diagnostics.js';

/** Arguments of a tool by name. */
type ToolArguments = ReadonlyMap<string, ToolArgument>;

/** Binds arguments to the request of `http`, for the runtime (`ForwardOperation`). Reports a request that cannot be sent. */
export function bindRequest(
  resolution: Resolution,
  tool: ToolModel,
  http: SourceNode,
  toolArguments: ToolArguments,
): JsonObject {
  const body = entriesOf(childOf(http, 'body'))[0];
  const method = stringAt(http, 'method') ?? (body ? 'POST' : 'GET');
  if (body && method === 'GET') {
    const message = 'A `GET` request has no body.';
    report(resolution, httpDiagnostics['invalid-http'], body.keyLocation, message, {
      help: 'Change `method`, or move the values to `query`.',
    });
  }
  const url = readUrl(resolution, toolArguments, entryOf(http, 'url'));
  const query = [...(url?.query ?? []), ...entriesOf(childOf(http, 'query')).map(bindValue)];
  const headers = entriesOf(childOf(http, 'headers')).flatMap((header) => bindHeader(resolution, header));
  const auth = childOf(http, 'auth');
  return jsonObjectOf({
    method,
    path: url?.path ?? ['/'],
    query: query.length > 0 ? query : undefined,
    headers: headers.length > 0 ? headers : undefined,
    body: body && bindBody(toolArguments, body),
    security: auth && requireConfigured(auth),
    timeoutMs: tool.timeoutMs,
    ...readCallLimits(http),
    output: bindOutput(resolution, tool, http),
  });
}

function readUrl(resolution: Resolution, toolArguments: ToolArguments, entry: MapEntry | undefined) {
  if (entry?.value.kind !== 'scalar' || typeof entry.value.value !== 'string') return undefined;
  const url = bindUrl(entry.value.value);
  const { location } = entry.value;
  if ('problem' in url) {
    report(resolution, httpDiagnostics['invalid-http'], location, url.problem, { help: url.help });
    return undefined;
  }
  for (const name of url.pathArguments) {
    if (toolArguments.get(name)?.isOptional !== true) continue;
    const message = `The path of \`url\` needs \`${name}\`, which is optional.`;
    const help = `Add \`${name}\` to \`required\` of \`inputSchema\`, or give it a \`default\`.`;
    report(resolution, httpDiagnostics['invalid-http'], location, message, { help });
  }
  return url;
}

function bindValue({ key, value }: MapEntry): JsonObject {
  return jsonObjectOf({ name: key, ...bindText(value.kind === 'scalar' ? String(value.value) : '') });
}

function bindHeader(resolution: Resolution, header: MapEntry): readonly JsonObject[] {
  const { key, keyLocation, value } = header;
  const fail = (message: string, help: string): readonly [] => {
    report(resolution, httpDiagnostics['invalid-http'], keyLocation, message, { help });
    return [];
  };
  if (!/^[\w!#$%&'*+.^`|~-]+$/u.test(key))
    return fail(`\`${key}\` is not the name of a header.`, 'Header names consist of letters, digits and `-`.');
  if (decidedHeaders.test(key.toLowerCase())) {
    return fail(
      `The header \`${key}\` cannot be set.`,
      'For credentials, use `auth`. The other headers are derived from the request.',
    );
  }
  if (value.kind === 'scalar' && !/^[\t\x20-\x7e]*$/u.test(String(value.value))) {
    return fail(
      `The header \`${key}\` must contain only printable ASCII characters.`,
      'Percent-encode all other characters, if the API expects that.',
    );
  }
  return [bindValue(header)];
}

/** Media types and encodings of the forms of `body`. */
const bodies: { readonly [form: string]: readonly [mediaType: string, encoding: string] } = {
  json: ['application/json', 'json'],
  form: ['application/x-www-form-urlencoded', 'form'],
  multipart: ['multipart/form-data', 'multipart'],
};

function bindBody(toolArguments: ToolArguments, { key, value }: MapEntry): JsonObject {
  const [mediaType = '', encoding = ''] = bodies[key] ?? [];
  if (key === 'json') return jsonObjectOf({ mediaType, encoding, value: jsonObjectOf({ json: bindJson(value) }) });
  const members = entriesOf(value).map(bindValue);
  const parts = key === 'multipart' ? members.flatMap((member) => bindFile(toolArguments, member)) : [];
  return jsonObjectOf({
    mediaType,
    encoding,
    value: jsonObjectOf({ members }),
    parts: parts.length > 0 ? new Map(parts) : undefined,
  });
}

/** Binds a part that is an argument with `contentEncoding: base64` as a file. */
function bindFile(toolArguments: ToolArguments, member: JsonObject): readonly (readonly [string, Json])[] {
  const [argument] = member.get('from') as readonly string[];
  const schema = toolArguments.get(argument ?? '')?.schema;
  if (member.has('template') || schema?.get('contentEncoding') !== 'base64') return [];
  return [[String(member.get('name')), jsonObjectOf({ file: 'base64', contentType: schema.get('contentMediaType') })]];
}

function bindOutput(resolution: Resolution, tool: ToolModel, http: SourceNode): JsonObject | undefined {
  const { maxTokens } = readOutputSettings(http);
  const limit = entryOf(childOf(http, 'output'), 'maxTokens');
  if (limit && maxTokens !== 0 && tool.output) {
    const message =
      'A tool cannot have both `outputSchema` and `maxTokens`: a truncated result may not match its schema.';
    report(resolution, 'conflicting-keys', limit.keyLocation, message, {
      help: 'Remove one of them, or `pick` fewer fields.',
    });
  }
  const pick = textsAt(childOf(http, 'output'), 'pick');
  const output = jsonObjectOf({
    maxTokens,
    pick: pick.length > 0 ? pick : undefined,
    isExact: tool.output ? true : undefined,
  });
  return output.size > 0 ? output : undefined;
}
