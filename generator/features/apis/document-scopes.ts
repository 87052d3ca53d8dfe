import { namesInText } from '../environment/placeholders.js';
import { textsAt } from '../../core/source/read-values.js';
import {
  childOf,
  entriesOf,
  itemsOf,
  stringAt,
  type MapEntry,
  type SourceNode,
} from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import type { ApiOperation } from './operations.js';
import { authDiagnostics } from '../auth/diagnostics.js';
import { apisDiagnostics } from './diagnostics.js';
import type { ScopeModel } from '../auth/auth-part.js';

/**
 * Relation of a security scheme to the issuers of `auth`: `own` if they issue its tokens, `unknown` if that depends on
 * the environment.
 */
type Ownership = 'own' | 'unknown';

/** Scope that a client requests to obtain refresh tokens and that permits nothing else. */
const refreshScope = 'offline_access';

/**
 * Scopes that a document requires for its operations. Only OAuth 2 and OpenID Connect schemes with addresses below an
 * issuer of `auth` count, or all such schemes with `scopes: document`.
 */
export class DocumentScopes {
  readonly #document: ApiDocument;
  /** Prefix of the document's scope names, which `auth` omits. */
  readonly #prefix: string;
  readonly #schemes: ReadonlyMap<string, Ownership>;
  readonly #hasAuth: boolean;
  /** Scope descriptions by name. */
  readonly #described: ReadonlyMap<string, string>;
  /** Scopes found to be needed by operations. */
  readonly #needed = new Set<string>();

  /** @param auth `auth` of the definitions. If absent, no operation needs scopes. */
  constructor(document: ApiDocument, auth: SourceNode | undefined) {
    this.#document = document;
    this.#hasAuth = auth !== undefined;
    const prefix = stringAt(auth, 'scopePrefix') ?? '';
    this.#prefix = namesInText(prefix).length > 0 ? '' : prefix;
    const schemes = document
      .entries(document.child(document.root, 'components'), 'securitySchemes')
      .flatMap(({ key, value }) => {
        const node = document.follow(value);
        return node ? [[key, node] as const] : [];
      });
    this.#schemes = new Map(
      schemes.flatMap(([name, node]) => {
        const ownership = auth && readOwnership(document, node, auth);
        return ownership === undefined ? [] : [[name, ownership] as const];
      }),
    );
    this.#described = new Map(
      schemes.flatMap(([, node]) => listDeclared(node).map(({ key, value }) => [this.#nameOf(key), textOf(value)])),
    );
  }

  /** Scopes found to be needed by operations, in document order. */
  get needed(): readonly ScopeModel[] {
    return [...this.#needed].map((name) => ({ name, description: this.#described.get(name) ?? '' }));
  }

  /**
   * Finds the scopes that an operation needs: the scopes in its first security requirement that uses one of the
   * issuers' schemes, because meeting one requirement is enough. Returns `undefined` if it needs none.
   */
  find({ operation }: ApiOperation): readonly string[] | undefined {
    if (this.#schemes.size === 0) return undefined;
    const security = childOf(operation, 'security') ?? childOf(this.#document.root, 'security');
    const requirements = itemsOf(security).map((item) =>
      entriesOf(item).flatMap((entry) => {
        const ownership = this.#schemes.get(entry.key);
        return ownership === undefined ? [] : [{ ...entry, ownership }];
      }),
    );
    const requirement = requirements
      .map((entries) => entries.filter(({ ownership }) => ownership === 'own'))
      .find((entries) => entries.length > 0);
    if (requirement === undefined) {
      requirements
        .flat()
        .slice(0, 1)
        .forEach((entry) => this.#reportUnknown(entry));
      return undefined;
    }
    const scopes = new Set(requirement.flatMap(({ value }) => this.#readNames(value)));
    scopes.forEach((scope) => this.#needed.add(scope));
    return scopes.size > 0 ? [...scopes] : undefined;
  }

  /** Warns if `scopes: document` has no effect. Call it after `find` has seen all operations. */
  reportUnused(): void {
    const { entry } = this.#document;
    const choice = childOf(entry?.node, 'scopes');
    const isChosen = this.#hasAuth && stringAt(entry?.node, 'scopes') === 'document';
    if (!choice || !isChosen || this.#needed.size > 0) return;
    const help = 'Remove `scopes: document`, or set scopes for the tools under `tools`.';
    this.#document.warn('unmatched-filter', choice.location, 'According to the document, no operation needs a scope.', {
      help,
    });
  }

  #nameOf(scope: string): string {
    return scope.startsWith(this.#prefix) ? scope.slice(this.#prefix.length) : scope;
  }

  #readNames(list: SourceNode): readonly string[] {
    return itemsOf(list).flatMap((item) => {
      const name = this.#nameOf(textOf(item));
      if (name === refreshScope) return [];
      if (/^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/u.test(name)) return [name];
      const message = `No caller can have the scope \`${name}\`, because it is not a valid scope name.`;
      const help = 'Fix the document, or set scopes for the tool: `openapi.<name>.tools.<tool>.scopes`.';
      this.#document.warn(authDiagnostics['invalid-auth'], item.location, message, { help });
      return [];
    });
  }

  #reportUnknown({ key, value }: MapEntry): void {
    const { name, entry, root } = this.#document;
    if (itemsOf(value).length === 0) return;
    const message = `The tools of \`${name}\` require no scopes, because it is unknown until the server starts whether an issuer of \`auth\` grants the scopes of \`${key}\`.`;
    const help = `Write \`scopes: document\` under \`openapi.${name}\` to require the scopes of the document, or \`scopes: none\` to require none.`;
    this.#document.warn(apisDiagnostics['undecided-scopes'], entry?.keyLocation ?? root.location, message, { help });
  }
}

function readOwnership({ entry }: ApiDocument, scheme: SourceNode, auth: SourceNode): Ownership | undefined {
  const type = stringAt(scheme, 'type');
  const choice = stringAt(entry?.node, 'scopes');
  const issuers = textsAt(auth, 'issuers');
  if ((type !== 'oauth2' && type !== 'openIdConnect') || choice === 'none') return undefined;
  if (choice === 'document') return 'own';
  const addresses = listAddresses(scheme);
  if (issuers.some((issuer) => addresses.some((address) => isBelow(address, issuer)))) return 'own';
  return issuers.some((issuer) => namesInText(issuer).length > 0) ? 'unknown' : undefined;
}

/** Lists the scopes of all flows, with their descriptions; in OpenAPI 2, a scheme has a single flow, and the scopes are next to it. */
function listDeclared(scheme: SourceNode): readonly MapEntry[] {
  const flows = [scheme, ...entriesOf(childOf(scheme, 'flows')).map(({ value }) => value)];
  return flows.flatMap((flow) => entriesOf(childOf(flow, 'scopes')));
}

/** Lists the addresses of a scheme's authorization server. */
function listAddresses(scheme: SourceNode): readonly string[] {
  const owners = [scheme, ...entriesOf(childOf(scheme, 'flows')).map(({ value }) => value)];
  return owners.flatMap((owner) =>
    entriesOf(owner).flatMap(({ key, value }) => (key.endsWith('Url') && key !== 'refreshUrl' ? [textOf(value)] : [])),
  );
}

function textOf(node: SourceNode): string {
  return node.kind === 'scalar' && node.value !== null ? String(node.value) : '';
}

/** Whether an address belongs to an issuer. The metadata address of an issuer can end in the issuer's path. */
function isBelow(address: string, issuer: string): boolean {
  if (!URL.canParse(address) || !URL.canParse(issuer)) return false;
  const { origin, pathname } = new URL(issuer);
  const { origin: host, pathname: full } = new URL(address);
  const path = full.replace(/^\/\.well-known\/[^/]+(?=\/|$)|\/\.well-known\/[^/]+$/u, '');
  const base = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  return host === origin && (path === base || path.startsWith(`${base}/`));
}
