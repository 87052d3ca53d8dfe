import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import type { ScopeModel } from './auth-part.js';
import { childOf, entriesOf, entryOf, itemsOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import type { DefinitionSet } from '../../feature-kit/definition/definition-set.js';
import { namesInText, findPlaceholderProblem, type TextProblem } from '../environment/placeholders.js';
import { authDiagnostics } from './diagnostics.js';

/** Scope that a client requests to obtain refresh tokens and that permits nothing else. */
const refreshScope = 'offline_access';

/** Maximum number of scopes, as in the definition format. */
const maxScopes = 256;

/** Scope name at its location in a definition. */
interface ScopeUse {
  readonly scope: string;
  readonly location: SourceLocation;
}

/**
 * Reports problems in `auth`, and entry scopes that `auth` does not declare.
 *
 * @param documented Scopes that OpenAPI documents declare and tools need.
 */
export function checkAuth(definitions: DefinitionSet, documented: readonly ScopeModel[] = []): readonly Diagnostic[] {
  const auth = definitions.settings.get('auth');
  const uses = listUses(definitions);
  if (!auth) {
    const help = 'Add `auth: { issuers: [...], scopes: {...} }` to one of the definitions.';
    const switched = definitions.openapi.flatMap(({ node }) =>
      stringAt(node, 'scopes') === 'document' ? (entryOf(node, 'scopes') ?? []) : [],
    );
    return [
      ...uses.map(({ location, scope }) => [location, `No caller can have the scope \`${scope}\``] as const),
      ...switched.map(({ keyLocation }) => [keyLocation, 'No caller can have the scopes of the document'] as const),
    ].map(([location, message]) =>
      createDiagnostic(authDiagnostics['invalid-auth'], location, `${message}: there is no \`auth\`.`, { help }),
    );
  }
  return [
    ...checkSources(auth),
    ...checkAddresses(auth),
    ...checkScopes(auth, uses, new Set(documented.map(({ name }) => name))),
    ...checkHierarchy(auth),
  ];
}

function listUses(definitions: DefinitionSet): readonly ScopeUse[] {
  const { tools, prompts, resources, resourceTemplates, sections, openapi } = definitions;
  const entryNodes = [tools, prompts, resources, resourceTemplates, ...sections.values()]
    .flat()
    .map(({ node }) => node);
  const apiTools = openapi.flatMap(({ node }) => entriesOf(childOf(node, 'tools')).map(({ value }) => value));
  return [...entryNodes, ...apiTools].flatMap((node) => readUses(childOf(node, 'scopes')));
}

function readUses(list: SourceNode | undefined): readonly ScopeUse[] {
  return itemsOf(list).flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string' ? [{ scope: item.value, location: item.location }] : [],
  );
}

/** Reports an `auth` that rejects every caller, and introspection without an issuer. */
function checkSources(auth: SourceNode): readonly Diagnostic[] {
  const issuers = readUses(childOf(auth, 'issuers'));
  const introspection = childOf(auth, 'introspection');
  const asked = stringAt(introspection, 'issuer');
  if (issuers.length === 0 && !childOf(auth, 'apiKeys')) {
    const help = 'Add `issuers: [https://…]`, or `apiKeys`.';
    return [
      createDiagnostic(
        authDiagnostics['invalid-auth'],
        auth.location,
        '`auth` rejects every caller: it has no issuers and no API keys.',
        {
          help,
        },
      ),
    ];
  }
  const isKnown = asked === undefined ? issuers.length > 0 : issuers.some(({ scope }) => scope === asked);
  if (!introspection || isKnown) return [];
  const help = 'Add the issuer to `issuers`.';
  const message = '`introspection` names an issuer that is missing from `issuers`.';
  return [createDiagnostic(authDiagnostics['invalid-auth'], introspection.location, message, { help })];
}

/** Reports invalid addresses. Strings with environment variables are checked at server start. */
function checkAddresses(auth: SourceNode): readonly Diagnostic[] {
  const issuers = itemsOf(childOf(auth, 'issuers')).map((node) => ({
    what: 'An issuer',
    node,
    find: findIssuerProblem,
  }));
  const resource = childOf(auth, 'resource');
  const all = [...issuers, ...(resource ? [{ what: '`resource`', node: resource, find: findResourceProblem }] : [])];
  return all.flatMap(({ what, node, find }) => {
    const text = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
    const problem = text === undefined ? undefined : (findPlaceholderProblem(text) ?? find(text));
    if (problem === undefined) return [];
    return [
      createDiagnostic(authDiagnostics['invalid-auth'], node.location, `${what} ${problem[0]}: ${text}`, {
        help: problem[1],
      }),
    ];
  });
}

/** Returns what is wrong with an issuer; `undefined` if it is valid. Strings with environment variables are checked at server start. */
export function findIssuerProblem(text: string): TextProblem | undefined {
  return findAddressProblem(text, 'Write the issuer exactly as in its metadata, such as `https://login.example.com`.');
}

/** @see https://www.rfc-editor.org/rfc/rfc9728#section-1.2 */
function findResourceProblem(text: string): TextProblem | undefined {
  return findAddressProblem(text, 'Write the address that clients use, such as `https://mcp.example.com/mcp`.');
}

function findAddressProblem(text: string, help: string): TextProblem | undefined {
  if (namesInText(text).length > 0) return undefined;
  if (!URL.canParse(text)) return ['must be an absolute URL', help];
  const { protocol, hostname, username } = new URL(text);
  const isLocal = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/u.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) return ['must begin with `https:`', help];
  if (text.includes('?') || text.includes('#')) return ['must not have a query or a fragment', help];
  return username === '' ? undefined : ['must not have a user name', help];
}

function checkScopes(
  auth: SourceNode,
  uses: readonly ScopeUse[],
  documented: ReadonlySet<string>,
): readonly Diagnostic[] {
  const declared = entriesOf(childOf(auth, 'scopes'));
  const allScopes = [...new Set([...declared.map(({ key }) => key), ...documented])];
  const hierarchy = entriesOf(childOf(auth, 'implies'));
  const needed = [...uses, ...readUses(childOf(auth, 'requiredScopes'))];
  const named = [
    ...needed,
    ...hierarchy.flatMap(({ key, keyLocation, value }) => [{ scope: key, location: keyLocation }, ...readUses(value)]),
  ];
  const unknown = named
    .filter(({ scope }) => !allScopes.includes(scope))
    .map(({ scope, location }) => {
      const help = didYouMean(scope, allScopes) ?? 'Declare it under `scopes` of `auth`.';
      return createDiagnostic(
        authDiagnostics['unknown-scope'],
        location,
        `\`auth\` does not declare the scope \`${scope}\`.`,
        { help },
      );
    });
  const refresh = entryOf(childOf(auth, 'scopes'), refreshScope);
  const refreshHelp = 'Remove it: clients request it from the authorization server themselves.';
  const refreshing = refresh
    ? [
        createDiagnostic(
          authDiagnostics['invalid-auth'],
          refresh.keyLocation,
          `\`${refreshScope}\` must not be declared as a scope of the server.`,
          {
            help: refreshHelp,
          },
        ),
      ]
    : [];
  const useful = new Set([...needed.map(({ scope }) => scope), ...documented]);
  const included = readHierarchy(auth);
  const isUseful = (scope: string) => [scope, ...listIncluded(scope, included)].some((each) => useful.has(each));
  const unused = declared.slice(0, maxScopes).filter(({ key }) => key !== refreshScope && !isUseful(key));
  const help = 'Add it to `scopes` of a tool, prompt, resource or template, or to `requiredScopes`; or remove it.';
  return [
    ...checkCount(auth, allScopes.length),
    ...unknown,
    ...refreshing,
    ...unused.map(({ key, keyLocation }) =>
      createDiagnostic(authDiagnostics['unused-scope'], keyLocation, `Nothing needs the scope \`${key}\`.`, { help }),
    ),
  ];
}

/** Reports too many scopes in documents; the definition format limits only the scopes in `auth`. */
function checkCount(auth: SourceNode, count: number): readonly Diagnostic[] {
  if (count <= maxScopes) return [];
  const message = `\`auth\` and the tools of APIs have ${count} scopes; the maximum is ${maxScopes}.`;
  const help = 'Choose fewer operations with `include`, or write `scopes: none` and set scopes yourself.';
  return [createDiagnostic(authDiagnostics['invalid-auth'], auth.location, message, { help })];
}

/** Scopes that each scope includes directly. */
type Hierarchy = ReadonlyMap<string, readonly string[]>;

function readHierarchy(auth: SourceNode): Hierarchy {
  const entries = entriesOf(childOf(auth, 'implies')).slice(0, maxScopes);
  return new Map(entries.map(({ key, value }) => [key, readUses(value).map(({ scope }) => scope)]));
}

/** Lists the scopes that a scope includes, directly or indirectly; contains the scope itself only in a cycle. */
function listIncluded(scope: string, hierarchy: Hierarchy): ReadonlySet<string> {
  const found = new Set<string>();
  const left = [...(hierarchy.get(scope) ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    left.push(...(hierarchy.get(next) ?? []));
  }
  return found;
}

function checkHierarchy(auth: SourceNode): readonly Diagnostic[] {
  const hierarchy = readHierarchy(auth);
  const cyclic = entriesOf(childOf(auth, 'implies'))
    .slice(0, maxScopes)
    .filter(({ key }) => listIncluded(key, hierarchy).has(key));
  const help = 'Remove one of the scopes from the cycle; if two scopes mean the same thing, keep only one.';
  return cyclic.map(({ key, keyLocation }) =>
    createDiagnostic(authDiagnostics['cyclic-scopes'], keyLocation, `The scope \`${key}\` includes itself.`, { help }),
  );
}
