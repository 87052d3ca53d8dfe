import type { Json, JsonObject } from '../../../core/model/json.js';
import { inPlaceKeywords } from '../../../core/schema/keywords.js';
import { listSubschemas, referredName, referredNames, visitParts } from '../../../core/schema/map-schema.js';
import { listComponents } from '../../../core/schema/list-components.js';

/** References from a schema to other schemas. */
export interface SchemaReferences {
  /** Target URIs, once per reference. */
  readonly targets: readonly string[];
  /** Whether references in the schema can apply to the same value more than once. */
  readonly branches: boolean;
}

/** Maximum number of calls for a validation without memoization. */
const maxCalls = 100;

/**
 * Finds the schemas that could be applied to the same value exponentially many times: schemas that branch and are
 * recursive, or whose references expand to more than {@link maxCalls} schemas.
 */
export function findRepeated(schemas: ReadonlyMap<string, SchemaReferences>): ReadonlySet<string> {
  const targetsOf = (uri: string) => schemas.get(uri)?.targets ?? [];
  const repeated = new Set<string>();
  const calls = new Map<string, number>();
  for (const component of listComponents(new Map([...schemas.keys()].map((uri) => [uri, targetsOf(uri)])))) {
    const targets = component.flatMap(targetsOf);
    const count = targets.reduce((sum, uri) => sum + (calls.get(uri) ?? 0), 1);
    const isRecursive = component.length > 1 || component.some((uri) => targets.includes(uri));
    const branches = component.some((uri) => schemas.get(uri)?.branches === true);
    const isRepeated = branches && (isRecursive || count > maxCalls);
    for (const uri of component) {
      // Each memoized part is expanded once.
      calls.set(uri, isRepeated ? 1 : count);
      if (isRepeated) repeated.add(uri);
    }
  }
  return repeated;
}

/** Whether references in a schema can apply to the same value more than once. */
export function hasBranches(schema: Json): boolean {
  let found = false;
  visitParts(schema, (part) => {
    found ||= listUnits(part).size > 1;
  });
  return found;
}

/**
 * Lists the parts of a schema object that contain references. Parts that apply to different properties or items count
 * as one.
 */
function listUnits(schema: JsonObject): ReadonlySet<string> {
  const parts = listSubschemas(schema).filter(([, part]) => referredNames(part).size > 0);
  const units = parts.map(([path]) => (overlappingKeywords.has(path[0] ?? '') ? path.join(' ') : 'members'));
  return new Set(referredName(schema) === undefined ? units : [...units, '$ref']);
}

/** Keywords that can apply to the same value, or the same properties and items, as their sibling keywords. */
const overlappingKeywords: ReadonlySet<string> = new Set([...inPlaceKeywords, 'contains', 'patternProperties']);
