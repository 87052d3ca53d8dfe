import type { TaskModel, ToolModel } from '../model/model.js';
import { diffAnswer, diffDescriptor } from './diff-descriptor.js';
import { changedKeys, type EntityDiff } from './entity-diff.js';

/** Tells how two versions of a tool differ. */
export function diffTool(diff: EntityDiff, old: ToolModel, recent: ToolModel): void {
  diffDescriptor(diff, old, recent);
  diffAnswer(diff, { model: old, isStatic: false }, { model: recent, isStatic: false });
  diffHints(diff, old, recent);
  diff.tellSchema(old.input, recent.input, 'input', 'input', ['inputSchema']);
  if (old.output && recent.output) diff.tellSchema(old.output, recent.output, 'output', 'output', ['outputSchema']);
  else if (recent.output) diff.tell('output-schema-added', 'there is an output schema now', { path: ['outputSchema'] });
  else if (old.output) {
    const message = 'there is no output schema any more';
    diff.tell('output-schema-removed', message, { path: ['outputSchema'], side: 'old' });
  }
  diffReturns(diff, old, recent);
  diffTimeout(diff, old.timeoutMs, recent.timeoutMs);
  diffTask(diff, old.task, recent.task);
}

/**
 * What hints mean when they are not given, and the value with which a tool is the safer one.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
const hints: { readonly [hint: string]: { readonly byDefault: boolean; readonly safe: boolean } } = {
  readOnlyHint: { byDefault: false, safe: true },
  destructiveHint: { byDefault: true, safe: false },
  idempotentHint: { byDefault: false, safe: true },
  openWorldHint: { byDefault: true, safe: false },
};

function diffHints(diff: EntityDiff, old: ToolModel, recent: ToolModel): void {
  for (const key of changedKeys(old.annotations, recent.annotations)) {
    const path = ['annotations', key];
    const hint = hints[key];
    const [before, after] = [old, recent].map(({ annotations }) => annotations?.get(key) ?? hint?.byDefault);
    if (!hint) diff.tell('documentation-changed', `\`${key}\` changed`, { path });
    else if (before === after)
      diff.tell('documentation-changed', `\`${key}\` is ${after}, as it is by default`, { path });
    else diff.tell(after === hint.safe ? 'hint-safer' : 'hint-riskier', `\`${key}\` is ${after} now`, { path });
  }
}

function diffReturns(diff: EntityDiff, old: ToolModel, recent: ToolModel): void {
  const [before, after] = [old.returns ?? [], recent.returns ?? []];
  if (before.map(({ name }) => name).join('\n') !== after.map(({ name }) => name).join('\n')) {
    const list = after.map(({ name }) => `\`${name}\``).join(', ');
    diff.tell('returns-changed', `the answer has ${list || 'no'} lines now`, { path: ['returns'] });
  }
  for (const { name, value } of after) {
    const earlier = before.find((output) => output.name === name);
    if (earlier) diff.tellSchema(earlier.value, value, 'output', `returned ${name}`, ['returns', name]);
  }
}

function diffTimeout(diff: EntityDiff, old: number | undefined, recent: number | undefined): void {
  if (old === recent) return;
  const isShorter = (recent ?? Infinity) < (old ?? Infinity);
  const message = `a call may take ${showMilliseconds(recent)} instead of ${showMilliseconds(old)}`;
  diff.tell(isShorter ? 'timeout-shortened' : 'timeout-extended', message, { path: ['timeoutMs'] });
}

function showMilliseconds(time: number | undefined): string {
  return time === undefined ? 'any time' : `${time} ms`;
}

function diffTask(diff: EntityDiff, old: TaskModel | undefined, recent: TaskModel | undefined): void {
  const path = ['task'];
  if (old?.support !== recent?.support) {
    const message = `tasks are ${recent?.support ?? 'forbidden'} instead of ${old?.support ?? 'forbidden'}`;
    diff.tell(recent?.support === 'required' ? 'task-required' : 'task-support-changed', message, { path });
  }
  if (old && old.begins !== recent?.begins) {
    const message = recent
      ? `a call becomes a task ${recent.begins ? 'when the handler says so' : 'at once'}`
      : 'a call becomes no task';
    diff.tell('task-begin-changed', message, { path });
  }
  if (!old || !recent) return;
  diff.tellKeys(
    'task-timing-changed',
    { ttlMs: [old.ttlMs, recent.ttlMs], pollIntervalMs: [old.pollIntervalMs, recent.pollIntervalMs] },
    { path },
  );
}
