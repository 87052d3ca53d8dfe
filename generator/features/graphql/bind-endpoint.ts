import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import type { ApiModel } from '../../core/model/model.js';
import { childOf, entriesOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import type { DefinitionEntry, DefinitionSet } from '../../feature-kit/definition/definition-set.js';
import { readCallLimits } from '../apis/call-limits.js';
import { readOutputSettings } from '../apis/output-settings.js';
import { decidedHeaders } from '../apis/resolve-apis.js';
import { bindConfiguredScheme, configuredScheme } from '../apis/security.js';
import { bindAddress } from '../apis/servers.js';
import { checkApi } from '../delegation/check-delegation.js';
import { delegationPart } from '../delegation/delegation-part.js';
import { bindDelegation } from '../delegation/read-delegation.js';
import { bindUrl } from '../http/bind-url.js';
import { graphqlDiagnostics } from './diagnostics.js';

/** Address of an endpoint, split for the runtime. */
export interface BoundEndpoint {
  readonly origin: string;
  /** Pieces of the path (`ForwardOperation.path`). */
  readonly path: readonly Json[];
  readonly query: readonly JsonObject[];
}

/** Reads the address of an endpoint. Reports one that cannot be used and returns `undefined`. */
export function bindEndpoint(node: SourceNode, diagnostics: Diagnostic[]): BoundEndpoint | undefined {
  const endpoint = childOf(node, 'endpoint');
  const address = stringAt(node, 'endpoint');
  if (!endpoint || address === undefined) return undefined;
  const url = bindUrl(address);
  const problem = 'problem' in url ? url : findPlaceholder(address);
  if (!('problem' in url) && problem === undefined) return url;
  const message = (problem?.problem ?? '').replaceAll('`url`', '`endpoint`');
  const help = problem?.help.includes('{{id}}') ? 'Write it like `https://api.example.com/graphql`.' : problem?.help;
  diagnostics.push(createDiagnostic(graphqlDiagnostics['invalid-graphql'], endpoint.location, message, { help }));
  return undefined;
}

function findPlaceholder(address: string): { readonly problem: string; readonly help: string } | undefined {
  if (!address.includes('{{')) return undefined;
  return {
    problem: '`endpoint` cannot contain an argument.',
    help: 'An environment variable can replace the scheme and host; see `.env.example`.',
  };
}

/** Creates the API of an endpoint. */
export function createApi(
  id: string,
  { key: name, node }: DefinitionEntry,
  { origin }: BoundEndpoint,
  server: string,
  diagnostics: Diagnostic[],
): ApiModel {
  const owner = { server, name };
  const auth = childOf(node, 'auth');
  const scheme = auth && bindConfiguredScheme(auth, owner);
  const address = bindAddress(owner, origin);
  const delegation = bindDelegation(node);
  const api: ApiModel = {
    name: id,
    binding: jsonObjectOf({
      name,
      server: address.binding,
      securitySchemes: scheme && new Map<string, Json>([[configuredScheme, scheme.binding]]),
      delegated: delegation && (delegation.isForHttpOnly ? 'http' : 'always'),
      headers: readHeaders(node, diagnostics),
      ...readCallLimits(node),
      ...readOutputSettings(node),
    }),
    environment: [...(delegation?.variables ?? []), ...(scheme?.variables ?? []), ...address.variables],
  };
  return delegation ? delegationPart.on(api, delegation.model) : api;
}

/** Reads the headers of all requests. Reports headers that the request determines. */
function readHeaders(node: SourceNode, diagnostics: Diagnostic[]): JsonObject | undefined {
  const headers = new Map<string, Json>();
  for (const { key, keyLocation, value } of entriesOf(childOf(node, 'headers'))) {
    const name = key.toLowerCase();
    if (decidedHeaders.test(name)) {
      const help = 'For credentials, use `auth`. The other headers are derived from the request.';
      const message = `The header \`${key}\` cannot be set.`;
      diagnostics.push(createDiagnostic(graphqlDiagnostics['invalid-graphql'], keyLocation, message, { help }));
    } else if (value.kind === 'scalar') {
      headers.set(name, String(value.value));
    }
  }
  return headers.size > 0 ? headers : undefined;
}

/** Reports problems with `auth` of endpoints. */
export function checkCredentials({ sections, settings }: DefinitionSet): readonly Diagnostic[] {
  const entries = sections.get('graphql') ?? [];
  return entries.flatMap(({ node }) => checkApi(childOf(node, 'auth'), settings.get('auth')));
}
