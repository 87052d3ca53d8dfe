import { isJsonObject, type JsonObject } from '../../../core/model/json.js';
import type { SchemaModel } from '../../../core/model/model.js';
import { below, type Place } from '../../../core/model/place.js';
import { referredName } from '../../../core/schema/map-schema.js';
import type { Certainty } from '../change-rules.js';
import { compareAlternatives, compareConjunctions, compareSplitSchema } from './composition-rules.js';
import { compareItems, compareProperties } from './property-rules.js';
import { SchemaComparison, type SchemaChange, type SchemaPair } from './schema-comparison.js';
import { isRestricting, toLatestDialect, type Schema, type SchemaVersions, type Side } from './schema-versions.js';
import {
  compareAnnotations,
  compareConstraints,
  compareLimits,
  compareTypes,
  type Annotations,
} from './value-rules.js';

/**
 * Lists the differences between two schemas at the same place. Each rule compares one keyword, or a few related ones,
 * and decides whether the change narrows or widens the schema; the answer is `maybe` if it cannot tell. Objects are
 * assumed to have only the properties that their schema lists, unless it explicitly allows others.
 */
export function diffSchemas(
  old: SchemaModel,
  recent: SchemaModel,
  place: Place,
  versions: SchemaVersions,
): readonly SchemaChange[] {
  const [before, after] = [toLatestDialect(old), toLatestDialect(recent)];
  if (versions.isIdentical(before, after)) return [];
  const pair = { old: before, new: after, oldPlace: place, newPlace: place, trail: [], doubt: {} };
  const changes = mergeRepeated(new SchemaWalk(versions).compare(pair));
  if (changes.length > 0) return changes;
  const message = 'the schema is written differently but allows the same values';
  return [
    { rule: 'schema-rewritten', narrows: 'no', widens: 'no', trail: [], place: { ...place, side: 'new' }, message },
  ];
}

/** Merges changes at a place that can be reached through several paths. The worse effect prevails. */
function mergeRepeated(changes: readonly SchemaChange[]): readonly SchemaChange[] {
  const worse = (one: Certainty, other: Certainty): Certainty =>
    one === 'yes' || other === 'yes' ? 'yes' : one === 'maybe' ? one : other;
  const byKey = new Map<string, SchemaChange>();
  for (const change of changes) {
    const key = JSON.stringify([change.rule, change.place, change.message]);
    const first = byKey.get(key) ?? change;
    byKey.set(key, {
      ...first,
      narrows: worse(first.narrows, change.narrows),
      widens: worse(first.widens, change.widens),
    });
  }
  return [...byKey.values()];
}

/** Walks two schemas in parallel. */
class SchemaWalk {
  readonly #versions: SchemaVersions;
  readonly #visited = new Set<string>();
  readonly #ids = new Map<Schema, number>();

  constructor(versions: SchemaVersions) {
    this.#versions = versions;
  }

  readonly compare = (pair: SchemaPair): readonly SchemaChange[] => {
    if (this.#versions.isIdentical(pair.old, pair.new)) return [];
    const old = this.#follow(pair.old, pair.oldPlace, 'old');
    const recent = this.#follow(pair.new, pair.newPlace, 'new');
    const annotations = compareAnnotations(old.annotations, recent.annotations, pair);
    if (this.#isRepeated(old.schema, recent.schema, pair)) return annotations;
    const places = { oldPlace: old.place, newPlace: recent.place };
    const schemas = { old: toObject(old.schema), new: toObject(recent.schema) };
    return [...annotations, ...this.#compareKeywords({ ...pair, ...places, ...schemas })];
  };

  #compareKeywords(pair: SchemaPair & { readonly old: JsonObject; readonly new: JsonObject }): readonly SchemaChange[] {
    const comparison = new SchemaComparison(pair, this.#versions, this.compare);
    if (isNothing(pair.old) || isNothing(pair.new)) {
      const [side, message] = isNothing(pair.old)
        ? (['old', 'values are now allowed'] as const)
        : (['new', 'no value is allowed anymore'] as const);
      comparison.reportConstraint(side, message, ['not']);
    } else if (!compareSplitSchema(comparison)) {
      compareTypes(comparison);
      compareLimits(comparison);
      compareConstraints(comparison);
      compareProperties(comparison);
      compareItems(comparison);
      compareConjunctions(comparison);
      compareAlternatives(comparison);
    }
    return comparison.listChanges();
  }

  /** Follows references that have no siblings except annotations. Outer annotations take precedence. */
  #follow(
    schema: Schema,
    place: Place,
    side: Side,
  ): { readonly schema: Schema; readonly place: Place; readonly annotations: Annotations } {
    if (!isJsonObject(schema)) return { schema, place, annotations: new Map() };
    const annotationMembers = [...schema].filter(([keyword]) => keyword !== '$anchor' && !isRestricting(keyword));
    const annotations = new Map(
      annotationMembers.map(([keyword, value]) => [keyword, { value, place: below(place, keyword) }]),
    );
    const name = referredName(schema);
    const target = this.#versions.target(schema, side);
    const isAlone = [...schema.keys()].filter(isRestricting).length === 1;
    if (name === undefined || target === undefined || !isAlone) return { schema, place, annotations };
    const followed = this.#follow(target, { anchor: { kind: 'definition', name }, path: [] }, side);
    return { ...followed, annotations: new Map([...followed.annotations, ...annotations]) };
  }

  /** Whether two schemas have already been compared in the same context. */
  #isRepeated(old: Schema, recent: Schema, { whole, doubt }: SchemaPair): boolean {
    const around = [old, recent, whole?.old ?? old, whole?.new ?? recent].map((schema) => this.#idOf(schema));
    const key = [...around, doubt.isUncertain, doubt.isReversible].join();
    const isRepeated = this.#visited.has(key);
    this.#visited.add(key);
    return isRepeated && isJsonObject(old) && isJsonObject(recent);
  }

  #idOf(schema: Schema): number {
    const id = this.#ids.get(schema) ?? this.#ids.size;
    this.#ids.set(schema, id);
    return id;
  }
}

function toObject(schema: Schema): JsonObject {
  if (isJsonObject(schema)) return schema;
  return new Map(schema ? [] : [['not', new Map()]]);
}

/** Whether a schema is known to accept no value: `false` or `not: {}`. */
function isNothing(schema: JsonObject): boolean {
  const excluded = schema.get('not');
  return excluded === true || (isJsonObject(excluded) && ![...excluded.keys()].some(isRestricting));
}
