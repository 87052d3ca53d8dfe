import { stringifyJson, type Json, type JsonObject } from '../model/json.js';
import type { SchemaModel } from '../model/model.js';
import { below, type Anchor, type Place } from '../model/place.js';
import {
  changeRules,
  schemaRules,
  type Certainty,
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

/** The entry, or part of an entry, that changed. */
export interface Subject {
  readonly kind: 'server' | 'tool' | 'prompt' | 'resource' | 'resourceTemplate';
  /** Name, URI or URI template. */
  readonly name: string;
  /** `input`, `output`, `argument subject`, …. */
  readonly part?: string;
  /** Path in a value of a schema: `address.street`, `lines[]`. */
  readonly path?: string;
}

/** One difference between two models. */
export interface Change {
  readonly rule: ChangeRule | SchemaRule;
  readonly clients: ClientSeverity;
  readonly handlers: HandlerSeverity;
  readonly subject: Subject;
  /** The difference, without the subject. */
  readonly message: string;
  readonly help?: string;
  /** Place in the definitions of one of the two versions. */
  readonly place: Place & { readonly side: Side };
}

/** Place of a change in an entry, and details of the change. */
export interface ChangeDetails {
  readonly path?: readonly string[];
  /** Default: `new`. */
  readonly side?: Side;
  readonly part?: string;
  /** `false`: the entry is static, so that no handler can break. */
  readonly hasHandler?: boolean;
  readonly help?: string;
}

/** Old and new value of each key. */
export type KeyedValues = { readonly [key: string]: readonly [Json | undefined, Json | undefined] };

/** Collects the changes of one entry. */
export class EntryChanges {
  readonly list: Change[] = [];
  readonly #subject: Subject;
  readonly #place: Place;
  readonly #versions: SchemaVersions;

  constructor(subject: Subject, anchor: Anchor, versions: SchemaVersions) {
    this.#subject = subject;
    this.#place = { anchor, path: [] };
    this.#versions = versions;
  }

  /** Adds a change. */
  add(rule: ChangeRule, message: string, details: ChangeDetails = {}): void {
    const { path = [], side = 'new', part, hasHandler = true, help } = details;
    const [clients, handlers] = changeRules[rule];
    this.list.push({
      rule,
      clients,
      handlers: hasHandler ? handlers : 'compatible',
      subject: { ...this.#subject, ...(part !== undefined && { part }) },
      message,
      place: { ...below(this.#place, ...path), side },
      ...(help !== undefined && { help }),
    });
  }

  /** Adds one change for all keys whose values differ. */
  addKeys(rule: ChangeRule, values: KeyedValues, details: ChangeDetails = {}): void {
    const changed = Object.entries(values).filter(([, [old, recent]]) => !isSame(old, recent));
    const [first] = changed;
    if (!first) return;
    const [key, [, recent]] = first;
    const names = changed.map(([name]) => `\`${name}\``).join(', ');
    const path = [...(details.path ?? []), key];
    this.add(rule, `${names} changed`, { ...details, side: recent === undefined ? 'old' : 'new', path });
  }

  /** Adds the differences between two schemas. */
  addSchema(old: SchemaModel, recent: SchemaModel, role: SchemaRole, part: string, path: readonly string[]): void {
    const subject = { ...this.#subject, part };
    const changes = diffSchemas(old, recent, below(this.#place, ...path), this.#versions);
    this.list.push(...changes.map((change) => toChange(change, role, subject)));
  }
}

/** Pairs the items of two lists that have the same key: first those of the old list, then the new ones. */
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

/** The keys of two objects whose values differ. */
export function changedKeys(old: JsonObject | undefined, recent: JsonObject | undefined): readonly string[] {
  const keys = new Set([...(old?.keys() ?? []), ...(recent?.keys() ?? [])]);
  return [...keys].filter((key) => !isSame(old?.get(key), recent?.get(key)));
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
    place: { ...change.place, side: change.side },
    ...(change.help !== undefined && { help: change.help }),
  };
}

type Effects = Pick<SchemaChange, 'narrows' | 'widens'>;

/** Returns the severities of a change of a schema; a form is never older than the client that shows it. */
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
