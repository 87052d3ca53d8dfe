import { suppliedNames, withoutArguments } from '../../core/model/handler-input.js';
import { stringifyJson } from '../../core/model/json.js';
import type {
  PromptArgumentModel,
  PromptModel,
  ResourceModel,
  ResourceTemplateModel,
  ToolModel,
} from '../../core/model/model.js';
import { changedKeys, pairByKey, type EntryChanges } from '../../feature-kit/changes/change.js';
import { diffCache } from '../../feature-kit/changes/diff-cache.js';
import { diffHandler, diffCompletion, diffDescriptor, diffList } from './diff-descriptor.js';

/** Reports the differences between two versions of a tool. */
export function diffTool(changes: EntryChanges, old: ToolModel, recent: ToolModel): void {
  diffDescriptor(changes, old, recent);
  diffHandler(changes, old, recent);
  diffHints(changes, old, recent);
  changes.addPart('input', [], (part) =>
    part.addSchema(
      // Features report the arguments that the server supplies on one side.
      withoutArguments(old.input, suppliedNames(recent)),
      withoutArguments(recent.input, suppliedNames(old)),
      'input',
      ['inputSchema'],
    ),
  );
  diffOutput(changes, old, recent);
  const isShorter = (recent.timeoutMs ?? Infinity) < (old.timeoutMs ?? Infinity);
  changes.addValue(isShorter ? 'timeout-shortened' : 'timeout-extended', 'timeoutMs', old.timeoutMs, recent.timeoutMs);
  changes.addValue(recent.coerce ? 'coercion-added' : 'coercion-removed', 'coerce', old.coerce, recent.coerce);
}

/**
 * Default of each hint, and the value that indicates a safer tool.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
const hints: { readonly [hint: string]: { readonly defaultValue: boolean; readonly safe: boolean } } = {
  readOnlyHint: { defaultValue: false, safe: true },
  destructiveHint: { defaultValue: true, safe: false },
  idempotentHint: { defaultValue: false, safe: true },
  openWorldHint: { defaultValue: true, safe: false },
};

function diffHints(changes: EntryChanges, old: ToolModel, recent: ToolModel): void {
  for (const key of changedKeys(old.annotations, recent.annotations)) {
    const path = ['annotations', key];
    const hint = hints[key];
    const [before, after] = [old, recent].map(({ annotations }) => annotations?.get(key) ?? hint?.defaultValue);
    if (!hint || before === after) changes.add('documentation-changed', `\`${key}\` changed`, path);
    else changes.add(after === hint.safe ? 'hint-safer' : 'hint-riskier', `\`${key}\` is ${after} now`, path);
  }
}

function diffOutput(changes: EntryChanges, old: ToolModel, recent: ToolModel): void {
  const path = ['outputSchema'];
  const [before, after] = [old.output, recent.output];
  // Named outputs are compared one by one.
  const isNamed = old.returns !== undefined && recent.returns !== undefined;
  if (before && after && !isNamed) {
    changes.addPart('output', [], (part) => part.addSchema(before, after, 'output', path));
  }
  if (after && !before) changes.add('output-schema-added', 'an output schema was added', path);
  if (before && !after) {
    changes.add('output-schema-removed', 'the output schema was removed', path, { side: 'old' });
  }
  const [oldNames, names] = [old, recent].map(({ returns }) => returns?.map(({ name }) => name));
  changes.addValue('returns-changed', 'returns', oldNames, names);
  for (const [name, one, other] of pairByKey(old.returns ?? [], recent.returns ?? [], (output) => output.name)) {
    if (!one || !other) continue;
    const compare = (part: EntryChanges) => part.addSchema(one.value, other.value, 'output', []);
    changes.addPart(`returned ${name}`, ['returns', name], compare);
  }
}

/** Reports the differences between two versions of a prompt. */
export function diffPrompt(changes: EntryChanges, old: PromptModel, recent: PromptModel): void {
  const [wasStatic, isStatic] = [old.messages !== undefined, recent.messages !== undefined];
  diffDescriptor(changes, old, recent);
  diffHandler(changes, old, recent, wasStatic, isStatic);
  if (wasStatic && isStatic && showMessages(old) !== showMessages(recent)) {
    changes.add('messages-changed', 'the messages changed', ['messages']);
  }
  // Features report the arguments that the server supplies on one side.
  const unsupplied = [sentArguments(old, recent), sentArguments(recent, old)] as const;
  for (const [name, one, other] of pairByKey(...unsupplied, (argument) => argument.name)) {
    const compare = (part: EntryChanges) => diffArgument(part, one, other);
    changes.addPart(`argument ${name}`, ['arguments', name], compare, !wasStatic);
  }
}

/** Lists the arguments of a prompt that the server does not supply in the other version either. */
function sentArguments(prompt: PromptModel, { supplied = [] }: PromptModel): readonly PromptArgumentModel[] {
  return prompt.arguments.filter(({ name }) => !supplied.some((other) => other.name === name));
}

function diffArgument(
  changes: EntryChanges,
  old: PromptArgumentModel | undefined,
  recent: PromptArgumentModel | undefined,
): void {
  if (!recent) return changes.add('argument-removed', 'the argument was removed', [], { side: 'old' });
  if (!old) {
    return changes.add(recent.required ? 'required-argument-added' : 'argument-added', 'the argument was added');
  }
  changes.addKeys('documentation-changed', ['title', 'description'], old, recent);
  const rule = recent.required ? 'argument-now-required' : 'argument-now-optional';
  changes.addValue(rule, 'required', old.required, recent.required);
  diffCompletion(changes, old.completion, recent.completion);
}

function showMessages({ messages = [] }: PromptModel): string {
  return JSON.stringify(messages.map(({ role, content }) => [role, stringifyJson(content)]));
}

/** Reports the differences between two versions of a resource. */
export function diffResource(changes: EntryChanges, old: ResourceModel, recent: ResourceModel): void {
  diffListed(changes, old, recent);
  const [before, after] = [old.content, recent.content];
  diffHandler(changes, old, recent, before !== undefined, after !== undefined);
  if (!before || !after) return;
  const path = [after.kind];
  if (before.kind !== after.kind) changes.add('content-kind-changed', `the content is now a ${after.kind}`, path);
  else if (JSON.stringify(before) !== JSON.stringify(after)) {
    changes.add('static-content-changed', 'the content changed', path);
  }
}

/** Reports the differences between two versions of a resource template. */
export function diffTemplate(changes: EntryChanges, old: ResourceTemplateModel, recent: ResourceTemplateModel): void {
  diffListed(changes, old, recent);
  diffHandler(changes, old, recent);
  diffList(changes, old.list, recent.list);
  for (const [name, one, other] of pairByKey(old.variables, recent.variables, (variable) => variable.name)) {
    changes.addPart(`variable ${name}`, ['variables', name], (part) => {
      part.addKeys('documentation-changed', ['description'], one ?? {}, other ?? {});
      diffCompletion(part, one?.completion, other?.completion);
    });
  }
}

type ListedModel = ResourceTemplateModel | ResourceModel;

function diffListed(changes: EntryChanges, old: ListedModel, recent: ListedModel): void {
  diffDescriptor(changes, old, recent);
  changes.addValue('resource-renamed', 'name', old.name, recent.name);
  changes.addValue('media-type-changed', 'mimeType', old.mimeType, recent.mimeType);
  changes.addKeys('documentation-changed', ['annotations', 'size'], old, recent);
  diffCache(changes, old.cache, recent.cache);
}
