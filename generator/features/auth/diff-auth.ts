import type { JsonObject } from '../../core/model/json.js';
import type { DescriptorModel } from '../../core/model/model.js';
import { changedKeys, EntryChanges, pairByKey, type Change } from '../../feature-kit/changes/change.js';
import type { ChangeRow } from '../../feature-kit/changes/change-rules.js';
import type { Versions } from '../../feature-kit/changes/diff-lists.js';
import { authPart, type AuthModel } from './auth-part.js';
import { scopesPart } from './scopes-part.js';
import { authChanges } from './changes.js';

/** Reports differences in `auth`, except the scopes of entries. */
function diffAuth(changes: EntryChanges, old: AuthModel | undefined, recent: AuthModel | undefined): void {
  if (!old && !recent) return;
  if (!old) return changes.add(authChanges['auth-added'], 'callers over HTTP need a token or key now');
  if (!recent) return changes.add(authChanges['auth-removed'], '`auth` was removed', [], { side: 'old' });
  const [before, after] = [old.settings, recent.settings];
  const issuers = {
    added: authChanges['issuer-added'],
    removed: authChanges['issuer-removed'],
    key: 'issuers',
    what: 'issuer',
  } as const;
  diffTexts(changes, issuers, textsOf(before, 'issuers'), textsOf(after, 'issuers'));
  changes.addValue(authChanges['resource-address-changed'], 'resource', before.get('resource'), after.get('resource'));
  const audiences = {
    added: authChanges['audience-added'],
    removed: authChanges['audience-removed'],
    key: 'audiences',
    what: 'audience',
  } as const;
  if (before.has('audiences') || after.has('audiences')) {
    diffTexts(changes, audiences, audiencesOf(before), audiencesOf(after));
  }
  changes.addValue(
    authChanges['scope-prefix-changed'],
    'scopePrefix',
    before.get('scopePrefix'),
    after.get('scopePrefix'),
  );
  diffCredentials(changes, before, after);
  diffDeclared(changes, old, recent);
}

/** Changes to report for a list of strings. */
interface TextRules {
  readonly added: ChangeRow;
  readonly removed: ChangeRow;
  readonly key: string;
  readonly what: string;
}

function diffTexts(
  changes: EntryChanges,
  { added, removed, key, what }: TextRules,
  old: readonly string[],
  recent: readonly string[],
): void {
  for (const text of old.filter((each) => !recent.includes(each))) {
    changes.add(removed, `the ${what} \`${text}\` is gone`, [key], { side: 'old' });
  }
  for (const text of recent.filter((each) => !old.includes(each))) {
    changes.add(added, `the ${what} \`${text}\` is new`, [key]);
  }
}

function textsOf(settings: JsonObject, key: string): readonly string[] {
  const value = settings.get(key);
  return Array.isArray(value) ? value.flatMap((item) => (typeof item === 'string' ? [item] : [])) : [];
}

/** Without `audiences`, tokens are issued for the resource. */
function audiencesOf(settings: JsonObject): readonly string[] {
  const resource = settings.get('resource');
  return settings.has('audiences') ? textsOf(settings, 'audiences') : typeof resource === 'string' ? [resource] : [];
}

/** Keys of `auth` that each enable a different kind of credentials. */
const ways: ReadonlySet<string> = new Set(['apiKeys', 'clientCertificate', 'introspection']);

function diffCredentials(changes: EntryChanges, old: JsonObject, recent: JsonObject): void {
  for (const key of changedKeys(old, recent)) {
    if (!ways.has(key)) continue;
    if (!recent.has(key)) changes.add(authChanges['credentials-removed'], `\`${key}\` is gone`, [key], { side: 'old' });
    else if (!old.has(key)) changes.add(authChanges['credentials-added'], `\`${key}\` is new`, [key]);
    else changes.add(authChanges['credentials-changed'], `\`${key}\` changed`, [key]);
  }
}

function diffDeclared(changes: EntryChanges, old: AuthModel, recent: AuthModel): void {
  for (const [name, before, after] of pairByKey(old.scopes, recent.scopes, (scope) => scope.name)) {
    const path = ['scopes', name];
    if (!after)
      changes.add(authChanges['scope-undeclared'], `the scope \`${name}\` was removed`, path, { side: 'old' });
    else if (!before) changes.add(authChanges['scope-declared'], `the scope \`${name}\` is new`, path);
    else if (before.description !== after.description) {
      changes.add('documentation-changed', `the description of the scope \`${name}\` changed`, path);
    }
  }
}

/** Lists the authentication changes between two versions of a server. */
export function diffAccess(versions: Versions): readonly Change[] {
  const { old, recent, schemas } = versions;
  const { name } = recent.server;
  if (old.server.name === '' || name === '') return [];
  const changes = new EntryChanges({
    subject: { kind: 'server', name, part: 'auth' },
    place: { anchor: { kind: 'settings', key: 'auth' }, path: [] },
    versions: schemas,
    hasHandler: true,
  });
  diffAuth(changes, authPart.of(old), authPart.of(recent));
  compareScopes(versions).diffRequired(changes);
  return changes.list;
}

const comparisons = new WeakMap<Versions, ScopeComparison>();

/** Returns the scope comparison of two models, which is created once. */
export function compareScopes(versions: Versions): ScopeComparison {
  const known =
    comparisons.get(versions) ?? new ScopeComparison(authPart.of(versions.old), authPart.of(versions.recent));
  comparisons.set(versions, known);
  return known;
}

/** Compares the scopes that callers need in two versions, and the scopes that include them. */
class ScopeComparison {
  readonly #old: AuthModel | undefined;
  readonly #recent: AuthModel | undefined;
  readonly #oldHolders: Holders;
  readonly #holders: Holders;

  constructor(old: AuthModel | undefined, recent: AuthModel | undefined) {
    this.#old = old;
    this.#recent = recent;
    this.#oldHolders = listHolders(old);
    this.#holders = listHolders(recent);
  }

  /** Reports added and removed scopes of `requiredScopes`. */
  diffRequired(changes: EntryChanges): void {
    this.#diff(
      changes,
      'requiredScopes',
      { direct: this.#required(this.#old) },
      { direct: this.#required(this.#recent) },
    );
  }

  /** Reports added and removed scopes of an entry. */
  diffEntry(changes: EntryChanges, old: DescriptorModel, recent: DescriptorModel): void {
    const before = { direct: scopesPart.of(old) ?? [], shared: this.#required(this.#old) };
    this.#diff(changes, 'scopes', before, {
      direct: scopesPart.of(recent) ?? [],
      shared: this.#required(this.#recent),
    });
  }

  #required(auth: AuthModel | undefined): readonly string[] {
    return auth ? textsOf(auth.settings, 'required') : [];
  }

  #diff(changes: EntryChanges, key: string, old: Needs, recent: Needs): void {
    if (!this.#old || !this.#recent) return;
    const raised = findUncovered(recent.direct, this.#holders, old, this.#oldHolders);
    const lowered = findUncovered(old.direct, this.#oldHolders, recent, this.#holders);
    if (raised.length > 0) changes.add(authChanges['scopes-raised'], `callers need ${quote(raised)} now`, [key]);
    if (lowered.length > 0) {
      changes.add(authChanges['scopes-lowered'], `callers no longer need ${quote(lowered)}`, [key], {
        side: 'old',
      });
    }
  }
}

/** Scopes that an entry needs, and scopes that every entry needs. */
interface Needs {
  readonly direct: readonly string[];
  readonly shared?: readonly string[];
}

/** Scopes that satisfy each required scope: itself, and the scopes that include it. */
type Holders = ReadonlyMap<string, ReadonlySet<string>>;

const none: ReadonlySet<string> = new Set();

function listHolders(auth: AuthModel | undefined): Holders {
  const implies = auth?.settings.get('implies');
  const holders = new Map<string, Set<string>>();
  for (const { name } of auth?.scopes ?? []) {
    const left = [name];
    for (let scope = left.pop(); scope !== undefined; scope = left.pop()) {
      const including = holders.get(scope) ?? new Set<string>();
      if (including.has(name)) continue;
      holders.set(scope, including.add(name));
      if (implies instanceof Map) left.push(...textsOf(implies, scope));
    }
  }
  return holders;
}

/** Finds required scopes that callers with the other version's scopes may lack. */
function findUncovered(needs: readonly string[], holders: Holders, others: Needs, otherHolders: Holders) {
  const met = [...others.direct, ...(others.shared ?? [])].map((scope) => otherHolders.get(scope) ?? none);
  return needs.filter((need) => {
    const enough = holders.get(need) ?? none;
    return !met.some((callers) => [...callers].every((scope) => enough.has(scope)));
  });
}

function quote(scopes: readonly string[]): string {
  return scopes.map((scope) => `\`${scope}\``).join(', ');
}
