import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { objectAt } from '../../core/model/json.js';
import { childOf, stringAt } from '../../core/source/source-node.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import type { Lookup } from '../../feature-kit/feature.js';
import { readFileInside } from '../../feature-kit/load/read-file.js';
import { bindEndpoint, createApi } from './bind-endpoint.js';
import type { TextFile } from './compile/compile-api.js';
import { graphqlDiagnostics } from './diagnostics.js';
import { fetchSchema, findCredentials, isConfidential, schemeOf, type SchemaRequest } from './fetch-schema.js';

/** Path of a fetched schema in the generated folder. */
export function storedPath(name: string): string {
  return `graphql/${name}.graphql`;
}

/** A message and its fix. */
interface Problem {
  readonly problem: string;
  readonly help: string;
}

/**
 * Returns the schema of an endpoint without `schema`: the one that an earlier run stored, or a new one on request. Nothing
 * is fetched otherwise, because a definition names the endpoint and the variable that is sent to it.
 */
export async function readStored(
  lookup: Lookup,
  entry: DefinitionEntry,
  diagnostics: Diagnostic[],
): Promise<TextFile | undefined> {
  const { root, options } = lookup;
  const path = `${options.out ?? 'generated'}/${storedPath(entry.key)}`;
  const stored = options.introspect ? undefined : await readFileInside(root, [root], path);
  if (stored?.status === 'read') return { path, text: stored.text };
  const found = await fetchText(lookup, entry);
  if (typeof found === 'string') return { path, text: found };
  if (found) {
    const location = childOf(entry.node, 'endpoint')?.location ?? entry.keyLocation;
    const { problem, help } = found;
    diagnostics.push(createDiagnostic(graphqlDiagnostics['unfetched-schema'], location, problem, { help }));
  }
  return undefined;
}

/** Fetches a schema. Returns `undefined` if the endpoint is invalid, which is reported elsewhere. */
async function fetchText(
  { definitions, options: { introspect, environment = {} } }: Lookup,
  entry: DefinitionEntry,
): Promise<string | Problem | undefined> {
  if (!introspect) {
    const problem = `The schema of \`${entry.key}\` has not been fetched yet.`;
    return { problem, help: 'Run `generate --introspect`, which saves it, or name a file with `schema`.' };
  }
  const request = createRequest(entry, stringAt(definitions.server, 'name') ?? '', environment);
  if (!request || 'problem' in request) return request;
  const { introspectionQueries, printFetched } = await import('./compile/print-fetched.js');
  const fetched = await fetchSchema(request, introspectionQueries());
  const help = 'Check `endpoint` and `auth`, or save the schema in a file and name it with `schema`.';
  if ('problem' in fetched) {
    return { problem: `The schema of \`${entry.key}\` cannot be fetched: ${fetched.problem}.`, help };
  }
  const text = printFetched(fetched.text, stringAt(entry.node, 'endpoint') ?? '');
  return text ?? { problem: `The schema of \`${entry.key}\` cannot be fetched: the response is invalid.`, help };
}

/** Creates the request for a schema, with the variables that calls use. */
function createRequest(
  entry: DefinitionEntry,
  server: string,
  environment: { readonly [name: string]: string | undefined },
): SchemaRequest | Problem | undefined {
  // Problems are reported when the tools are added.
  const endpoint = bindEndpoint(entry.node, []);
  if (!endpoint) return undefined;
  const { binding } = createApi('', entry, endpoint, server, []);
  const address = objectAt(binding, 'server');
  const base = environment[String(address.get('environment'))] || endpoint.origin;
  const path = endpoint.path.map(String).join('');
  const url = `${base.replace(/\/$/u, '')}${path}`;
  if (!URL.canParse(url)) return { problem: `\`${base}\` is not a valid URL.`, help: 'Correct the variable.' };
  const query = endpoint.query.map((pair): readonly [string, string] => {
    const template = pair.get('template');
    return [String(pair.get('name')), Array.isArray(template) ? template.join('') : ''];
  });
  const scheme = schemeOf(binding);
  const credentials = scheme ? findCredentials(scheme, environment) : {};
  if (credentials.missing !== undefined) {
    const problem = `The schema of \`${entry.key}\` cannot be fetched: ${credentials.missing} is not set.`;
    return { problem, help: 'Set it in the environment or in `.env`.' };
  }
  if (scheme && !isConfidential(url)) {
    const problem = `The schema of \`${entry.key}\` is not fetched: credentials would be sent without encryption.`;
    return { problem, help: 'Use `https:`, or save the schema in a file and name it with `schema`.' };
  }
  const pairs = [...query, ...(credentials.query ? [credentials.query] : [])];
  const search = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return {
    url: search === '' ? url : `${url}?${search}`,
    headers: new Map([
      ...[...objectAt(binding, 'headers')].map(([name, value]) => [name, String(value)] as const),
      ...(credentials.header ? [credentials.header] : []),
    ]),
  };
}
