import { defined } from '../../core/model/json.js';
import type { AddedSchemaModel, ToolModel } from '../../core/model/model.js';
import { booleanAt, numberAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, stringAt, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import { report, resolveSchema, type Resolution } from '../../feature-kit/definition/resolve-entry.js';
import { addErrors, replaces } from './add-errors.js';
import { errorsPart, type ErrorConditionModel, type ErrorModel } from './errors-part.js';
import { nameData } from './name-data.js';

/** Reads `errors` of a tool. They come before the errors of an API document, which have lower precedence. */
export function readErrors(
  tool: ToolModel,
  node: SourceNode,
  resolution: Resolution,
  entry: DefinitionEntry,
): ToolModel {
  const entries = entriesOf(childOf(node, 'errors'));
  if (entries.length === 0) return tool;
  const schemas: AddedSchemaModel[] = [];
  const others = listOthers(tool, entries);
  const errors = entries.map((each): ErrorModel => {
    const data = childOf(each.value, 'data');
    const typeName = nameData(tool, each.key);
    if (data && (others.has(typeName) || schemas.some((other) => other.typeName === typeName))) {
      const message = `Two errors would both generate the type ${typeName}.`;
      report(resolution, 'colliding-names', each.keyLocation, message, { help: 'Rename one of them.' });
    } else if (data) {
      const schema = resolveSchema(resolution, entry, 'added', data, ['errors', each.key, 'data'], tool.name);
      schemas.push({ typeName, schema, isChecked: true });
    }
    checkRetry(each, resolution);
    return { ...readError(each), ...(data && { data: typeName }) };
  });
  return addErrors(tool, errors, schemas);
}

/** Lists the types of data of the errors of an API document that keep their names. */
function listOthers(tool: ToolModel, entries: readonly MapEntry[]): ReadonlySet<string | undefined> {
  const { errors = [] } = errorsPart.of(tool) ?? {};
  const added = entries.map(readError);
  return new Set(errors.filter((error) => !added.some((each) => replaces(each, error))).map(({ data }) => data));
}

function readError({ key, keyLocation, value }: MapEntry): ErrorModel {
  const when = childOf(value, 'when');
  return {
    name: key,
    description: stringAt(value, 'description') ?? '',
    ...defined({
      recovery: stringAt(value, 'recovery'),
      retryable: booleanAt(value, 'retryable'),
      retryAfterMs: numberAt(value, 'retryAfterMs'),
      retries: numberAt(value, 'retries'),
      when: when && readCondition(when),
    }),
    location: keyLocation,
  };
}

function readCondition(when: SourceNode): ErrorConditionModel {
  return defined({
    // A range, or `default`, is text.
    status: numberAt(when, 'status') ?? (stringAt(when, 'status') as ErrorConditionModel['status']),
    type: stringAt(when, 'type'),
    code: stringAt(when, 'code'),
    failure: stringAt(when, 'failure'),
    constraint: stringAt(when, 'constraint'),
  });
}

/** Maximum wait before the server repeats a call, in milliseconds. */
const maxWaitMs = 30_000;

function checkRetry({ value }: MapEntry, resolution: Resolution): void {
  const isRetryable = booleanAt(value, 'retryable') === true;
  for (const { key, keyLocation } of entriesOf(value)) {
    if (isRetryable || (key !== 'retries' && key !== 'retryAfterMs')) continue;
    const help = 'Add `retryable: true`, or remove it.';
    report(resolution, 'conflicting-keys', keyLocation, `\`${key}\` needs \`retryable: true\`.`, { help });
  }
  const wait = childOf(value, 'retryAfterMs');
  if (!wait || numberAt(value, 'retries') === undefined || (numberAt(value, 'retryAfterMs') ?? 0) <= maxWaitMs) return;
  const help = 'Shorten it, or remove `retries`, so that clients repeat the call.';
  report(resolution, 'invalid-value', wait.location, `The server waits at most ${maxWaitMs} ms.`, { help });
}
