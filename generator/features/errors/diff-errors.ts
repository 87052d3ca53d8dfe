import { jsonObjectOf } from '../../core/model/json.js';
import type { AddedSchemaModel, HandlerModel } from '../../core/model/model.js';
import { pairByKey, type EntryChanges } from '../../feature-kit/changes/change.js';
import { isForwarded } from '../../feature-kit/emit/handler-module.js';
import type { ComparedEntry } from '../../feature-kit/feature.js';
import { errorChanges } from './changes.js';
import { errorsPart, type ErrorModel } from './errors-part.js';

/** Error with the schema of its data. */
interface Versioned {
  readonly error: ErrorModel;
  readonly data: AddedSchemaModel | undefined;
}

/** Reports changes in the errors of a tool. */
export function diffErrors(changes: EntryChanges, old: ComparedEntry, recent: ComparedEntry): void {
  const hasHandler = recent.handler === undefined || !isForwarded(recent as { readonly handler: HandlerModel });
  for (const [name, one, other] of pairByKey(listErrors(old), listErrors(recent), ({ error }) => error.name)) {
    const compare = (part: EntryChanges): void => diffError(part, one, other);
    changes.addPart(`error ${name}`, ['errors', name], compare, hasHandler);
  }
}

function listErrors(entry: ComparedEntry): readonly Versioned[] {
  const schemas = new Map(entry.addedSchemas?.map((schema) => [schema.typeName, schema]));
  return (errorsPart.of(entry)?.errors ?? []).map((error) => ({ error, data: schemas.get(error.data ?? '') }));
}

function diffError(changes: EntryChanges, old: Versioned | undefined, recent: Versioned | undefined): void {
  if (!recent) return changes.add(errorChanges['error-removed'], 'the error was removed', [], { side: 'old' });
  if (!old) return changes.add(errorChanges['error-added'], 'the error was added');
  const [one, other] = [old.error, recent.error];
  changes.addKeys('documentation-changed', ['description', 'recovery'], one, other);
  changes.addValue(errorChanges['error-retry-changed'], 'retryable', one.retryable, other.retryable);
  changes.addKeys(errorChanges['error-timing-changed'], ['retryAfterMs', 'retries'], one, other);
  const [before, after] = [one, other].map(({ when }) => when && jsonObjectOf({ ...when }));
  changes.addValue(errorChanges['error-condition-changed'], 'when', before, after);
  diffData(changes, old.data, recent.data);
}

function diffData(
  changes: EntryChanges,
  old: AddedSchemaModel | undefined,
  recent: AddedSchemaModel | undefined,
): void {
  const path = ['data'];
  if (old && recent) changes.addSchema(old.schema, recent.schema, 'output', path);
  else if (recent) changes.add(errorChanges['error-data-added'], 'the error has data now', path);
  else if (old) changes.add(errorChanges['error-data-removed'], 'the error no longer has data', path, { side: 'old' });
}
