import { stringifyJson, type Json, type JsonObject } from '../model/json.js';
import type { SchemaModel } from '../model/model.js';
import { createChange, createSchemaChange, type Change, type Subject } from './change.js';
import type { ChangeRule } from './change-rules.js';
import { below, type Anchor, type Place } from '../model/place.js';
import type { SchemaRole } from './schema-rules.js';
import { diffSchemas } from './schema/diff-schemas.js';
import type { Prover } from './schema/prover.js';
import type { Side } from './schema/schema-world.js';

/** Collects the changes of one thing that is defined on both sides. */
export class EntityDiff {
  readonly changes: Change[] = [];
  readonly #subject: Subject;
  readonly #place: Place;
  readonly #prover: Prover;

  constructor(subject: Subject, anchor: Anchor, prover: Prover) {
    this.#subject = subject;
    this.#place = { anchor, path: [] };
    this.#prover = prover;
  }

  /** Tells a change. */
  tell(rule: ChangeRule, message: string, at: ToldPlace = {}): void {
    const { path = [], side = 'new', part, hasHandler, help } = at;
    const subject = { ...this.#subject, ...(part !== undefined && { part }) };
    const place = { ...below(this.#place, ...path), side };
    const details = { ...(hasHandler !== undefined && { hasHandler }), ...(help !== undefined && { help }) };
    this.changes.push(createChange(rule, subject, place, message, details));
  }

  /** Tells one change for all of some keys whose values are not the same. */
  tellKeys(rule: ChangeRule, values: KeyedValues, at: ToldPlace = {}): void {
    const changed = Object.entries(values).filter(([, [old, recent]]) => !isSame(old, recent));
    if (changed.length === 0) return;
    const names = changed.map(([key]) => `\`${key}\``).join(', ');
    const [[first, [, recent]] = ['', [undefined, undefined]]] = changed;
    const side: Side = recent === undefined ? 'old' : 'new';
    this.tell(rule, `${names} changed`, { ...at, side, path: [...(at.path ?? []), first] });
  }

  /** Tells how two schemas differ. */
  tellSchema(old: SchemaModel, recent: SchemaModel, role: SchemaRole, part: string, path: readonly string[]): void {
    const place = below(this.#place, ...path);
    const changes = diffSchemas({ schema: old, place }, { schema: recent, place }, this.#prover);
    const subject = { ...this.#subject, part };
    this.changes.push(...changes.map((change) => createSchemaChange(change, role, subject)));
  }
}

/** Where something changed, and what else there is to say. */
export interface ToldPlace {
  readonly path?: readonly string[];
  /** Default: the new one. */
  readonly side?: Side;
  readonly part?: string;
  /** `false`: there is no handler that the change could break. */
  readonly hasHandler?: boolean;
  readonly help?: string;
}

/** Old and new value of each key. */
export type KeyedValues = { readonly [key: string]: readonly [Json | undefined, Json | undefined] };

/** Whether two values are the same, or neither is there. */
export function isSame(old: Json | undefined, recent: Json | undefined): boolean {
  if (old === undefined || recent === undefined) return old === recent;
  return stringifyJson(old) === stringifyJson(recent);
}

/** The keys of two objects, each once, that have not the same value in both. */
export function changedKeys(old: JsonObject | undefined, recent: JsonObject | undefined): readonly string[] {
  const keys = new Set([...(old?.keys() ?? []), ...(recent?.keys() ?? [])]);
  return [...keys].filter((key) => !isSame(old?.get(key), recent?.get(key)));
}
