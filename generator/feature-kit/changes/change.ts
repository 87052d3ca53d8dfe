import { stringifyJson, type Json, type JsonObject } from '../../core/model/json.js';
import type { SchemaModel } from '../../core/model/model.js';
import { below, type Place, type SidedPlace } from '../../core/model/place.js';
import {
  changeRules,
  schemaRules,
  type Certainty,
  type ChangeRow,
  type ChangeRule,
  type ClientSeverity,
  type HandlerSeverity,
  type SchemaRole,
  type SchemaRule,
  type Weight,
} from './change-rules.js';
import { diffSchemas } from './schema/diff-schemas.js';
import type { SchemaChange } from './schema/schema-comparison.js';
import type { SchemaVersions, Side } from './schema/schema-versions.js';

/** Changed entry, or changed part of an entry. */
export interface Subject {
  readonly kind: 'server' | 'tool' | 'prompt' | 'resource' | 'resourceTemplate';
  /** Name, URI or URI template of the entry. */
  readonly name: string;
  /** Part of the entry, such as `input`, `output` or `argument subject`. */
  readonly part?: string;
  /** Path in a value of the schema, such as `address.street` or `lines[]`. */
  readonly path?: string;
}

/** One difference between two models. */
export interface Change {
  /** Name of the rule for this kind of change. */
  readonly rule: string;
  readonly clients: ClientSeverity;
  readonly handlers: HandlerSeverity;
  readonly subject: Subject;
  /** Description of the difference, without its subject. */
  readonly message: string;
  readonly help?: string;
  readonly place: SidedPlace;
}

/** Entry, or part of an entry, for which changes are collected. */
interface Scope {
  readonly subject: Subject;
  readonly place: Place;
  readonly versions: SchemaVersions;
  /** Whether the change can break a handler; `false` for a static entry. */
  readonly hasHandler: boolean;
}

/** Details of a change. By default, the side is `new`, and everything else comes from the scope. */
interface ChangeDetails extends Partial<Pick<Scope, 'hasHandler'>> {
  readonly side?: Side;
  readonly help?: string;
}

function rowOf(rule: ChangeRule): Omit<ChangeRow, 'about'> {
  const [clients, handlers] = changeRules[rule];
  return { rule, clients, handlers };
}

/** Values by key. */
type Keyed<Key extends string> = { readonly [key in Key]?: Json | undefined };

/** Collects the changes to an entry or a part of it. Paths are relative to that entry or part. */
export class EntryChanges {
  readonly list: Change[] = [];
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Adds the changes that `compare` finds in a part of the entry. */
  addPart(part: string, path: readonly string[], compare: (changes: EntryChanges) => void, hasHandler = true): void {
    const { subject, place, versions } = this.#scope;
    const changes = new EntryChanges({
      subject: { ...subject, part },
      place: below(place, ...path),
      versions,
      hasHandler,
    });
    compare(changes);
    this.list.push(...changes.list);
  }

  add(rule: ChangeRule | ChangeRow, message: string, path: readonly string[] = [], details: ChangeDetails = {}): void {
    const { subject, place } = this.#scope;
    const { side = 'new', hasHandler = this.#scope.hasHandler, help } = details;
    const { rule: name, clients, handlers } = typeof rule === 'string' ? rowOf(rule) : rule;
    this.list.push({
      rule: name,
      clients,
      handlers: hasHandler ? handlers : 'compatible',
      subject,
      message,
      place: { ...below(place, ...path), side },
      ...(help !== undefined && { help }),
    });
  }

  /** Adds a change if the values at a key differ. */
  addValue(rule: ChangeRule | ChangeRow, key: string, old: Json | undefined, recent: Json | undefined): void {
    if (isSame(old, recent)) return;
    this.add(rule, `\`${key}\` is ${showValue(recent)} instead of ${showValue(old)}`, [key]);
  }

  /** Adds one change for all keys whose values differ. */
  addKeys<Key extends string>(
    rule: ChangeRule | ChangeRow,
    keys: readonly Key[],
    old: Keyed<Key>,
    recent: Keyed<Key>,
  ): void {
    const changed = keys.filter((key) => !isSame(old[key], recent[key]));
    const [first] = changed;
    if (first === undefined) return;
    const names = changed.map((key) => `\`${key}\``).join(', ');
    this.add(rule, `${names} changed`, [first], { side: recent[first] === undefined ? 'old' : 'new' });
  }

  /** Adds the differences between two schemas. */
  addSchema(old: SchemaModel, recent: SchemaModel, role: SchemaRole, path: readonly string[]): void {
    const { subject, place, versions } = this.#scope;
    const changes = diffSchemas(old, recent, below(place, ...path), versions);
    this.list.push(...changes.map((change) => toChange(change, role, subject)));
  }
}

/** Pairs the items of two lists by key: items of the old list first, then new items. */
export function pairByKey<Item>(
  old: readonly Item[],
  recent: readonly Item[],
  keyOf: (item: Item) => string,
): readonly (readonly [key: string, old: Item | undefined, recent: Item | undefined])[] {
  const [before, after] = [
    new Map(old.map((item) => [keyOf(item), item])),
    new Map(recent.map((item) => [keyOf(item), item])),
  ];
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => [key, before.get(key), after.get(key)]);
}

/** Lists the keys whose values differ between two objects. */
export function changedKeys(old: JsonObject | undefined, recent: JsonObject | undefined): readonly string[] {
  const keys = new Set([...(old?.keys() ?? []), ...(recent?.keys() ?? [])]);
  return [...keys].filter((key) => !isSame(old?.get(key), recent?.get(key)));
}

function showValue(value: Json | undefined): string {
  if (value === undefined) return 'not given';
  return `\`${typeof value === 'string' ? value : stringifyJson(value)}\``;
}

function isSame(old: Json | undefined, recent: Json | undefined): boolean {
  if (old === undefined || recent === undefined) return old === recent;
  return stringifyJson(old) === stringifyJson(recent);
}

function toChange(change: SchemaChange, role: SchemaRole, subject: Subject): Change {
  const path = change.trail.reduce(
    (start, step) => start + (start === '' || step.startsWith('[') ? '' : '.') + step,
    '',
  );
  return {
    rule: change.rule,
    ...weighSchemaChange(change.rule, role, change),
    subject: { ...subject, ...(path !== '' && { path }) },
    message: change.message,
    place: change.place,
    ...(change.help !== undefined && { help: change.help }),
  };
}

type Effects = Pick<SchemaChange, 'narrows' | 'widens'>;

/**
 * Returns the severities of a schema change. Form changes do not break clients, because clients receive forms at
 * runtime.
 */
export function weighSchemaChange(
  rule: SchemaRule,
  role: SchemaRole,
  effects: Effects,
): { readonly clients: ClientSeverity; readonly handlers: HandlerSeverity } {
  const { input, output } = schemaRules[rule];
  const [clients, handlers]: readonly [Weight<ClientSeverity>, Weight<HandlerSeverity>] =
    role === 'output' ? output : input;
  const severities = { clients: weigh(clients, effects), handlers: weigh(handlers, effects) };
  return role === 'form' && clients !== 'documentation' ? { ...severities, clients: 'compatible' } : severities;
}

const severityOf = { yes: 'breaking', maybe: 'may-break', no: 'compatible' } as const satisfies {
  readonly [certainty in Certainty]: HandlerSeverity;
};

function weigh<Severity extends ClientSeverity>(
  weight: Weight<Severity>,
  effects: Effects,
): Severity | HandlerSeverity {
  const [effect] = weight.split('-or-');
  if (effect !== 'narrows' && effect !== 'widens') return weight as Severity;
  return effects[effect] === 'no' && weight !== effect ? 'may-break' : severityOf[effects[effect]];
}
