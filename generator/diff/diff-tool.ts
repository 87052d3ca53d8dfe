import type { TaskModel, ToolModel } from '../model/model.js';
import { diffAnswer, diffDescriptor } from './diff-descriptor.js';
import { changedKeys, type EntryChanges } from './change.js';

/** Reports the differences between two versions of a tool. */
export function diffTool(changes: EntryChanges, old: ToolModel, recent: ToolModel): void {
  diffDescriptor(changes, old, recent);
  diffAnswer(changes, { model: old, isStatic: false }, { model: recent, isStatic: false });
  diffHints(changes, old, recent);
  changes.addSchema(old.input, recent.input, 'input', 'input', ['inputSchema']);
  if (old.output && recent.output) changes.addSchema(old.output, recent.output, 'output', 'output', ['outputSchema']);
  else if (recent.output)
    changes.add('output-schema-added', 'there is an output schema now', { path: ['outputSchema'] });
  else if (old.output) {
    const message = 'there is no output schema any more';
    changes.add('output-schema-removed', message, { path: ['outputSchema'], side: 'old' });
  }
  diffReturns(changes, old, recent);
  diffTimeout(changes, old.timeoutMs, recent.timeoutMs);
  diffTask(changes, old.task, recent.task);
}

/**
 * Default of each hint, and the value that stands for the safer tool.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
const hints: { readonly [hint: string]: { readonly byDefault: boolean; readonly safe: boolean } } = {
  readOnlyHint: { byDefault: false, safe: true },
  destructiveHint: { byDefault: true, safe: false },
  idempotentHint: { byDefault: false, safe: true },
  openWorldHint: { byDefault: true, safe: false },
};

function diffHints(changes: EntryChanges, old: ToolModel, recent: ToolModel): void {
  for (const key of changedKeys(old.annotations, recent.annotations)) {
    const path = ['annotations', key];
    const hint = hints[key];
    const [before, after] = [old, recent].map(({ annotations }) => annotations?.get(key) ?? hint?.byDefault);
    if (!hint) changes.add('documentation-changed', `\`${key}\` changed`, { path });
    else if (before === after)
      changes.add('documentation-changed', `\`${key}\` is ${after}, as it is by default`, { path });
    else changes.add(after === hint.safe ? 'hint-safer' : 'hint-riskier', `\`${key}\` is ${after} now`, { path });
  }
}

function diffReturns(changes: EntryChanges, old: ToolModel, recent: ToolModel): void {
  const [before, after] = [old.returns ?? [], recent.returns ?? []];
  if (before.map(({ name }) => name).join('\n') !== after.map(({ name }) => name).join('\n')) {
    const list = after.map(({ name }) => `\`${name}\``).join(', ');
    changes.add('returns-changed', `the answer has ${list || 'no'} lines now`, { path: ['returns'] });
  }
  for (const { name, value } of after) {
    const earlier = before.find((output) => output.name === name);
    if (earlier) changes.addSchema(earlier.value, value, 'output', `returned ${name}`, ['returns', name]);
  }
}

function diffTimeout(changes: EntryChanges, old: number | undefined, recent: number | undefined): void {
  if (old === recent) return;
  const isShorter = (recent ?? Infinity) < (old ?? Infinity);
  const message = `a call may take ${showMilliseconds(recent)} instead of ${showMilliseconds(old)}`;
  changes.add(isShorter ? 'timeout-shortened' : 'timeout-extended', message, { path: ['timeoutMs'] });
}

function showMilliseconds(time: number | undefined): string {
  return time === undefined ? 'any time' : `${time} ms`;
}

function diffTask(changes: EntryChanges, old: TaskModel | undefined, recent: TaskModel | undefined): void {
  const path = ['task'];
  if (old?.support !== recent?.support) {
    const message = `tasks are ${recent?.support ?? 'forbidden'} instead of ${old?.support ?? 'forbidden'}`;
    changes.add(recent?.support === 'required' ? 'task-required' : 'task-support-changed', message, { path });
  }
  if (old && old.begins !== recent?.begins) {
    const message = recent
      ? `a call becomes a task ${recent.begins ? 'when the handler says so' : 'at once'}`
      : 'a call becomes no task';
    changes.add('task-begin-changed', message, { path });
  }
  if (!old || !recent) return;
  changes.addKeys(
    'task-timing-changed',
    { ttlMs: [old.ttlMs, recent.ttlMs], pollIntervalMs: [old.pollIntervalMs, recent.pollIntervalMs] },
    { path },
  );
}
