import type {
  CompletionModel,
  DescriptorModel,
  ElicitationModel,
  FunctionModel,
  HandlerModel,
} from '../../core/model/model.js';
import { parseTemplate } from '../../core/uri/parse-template.js';
import { changedKeys, pairByKey, type EntryChanges } from '../../feature-kit/changes/change.js';

/** Entry with its handler. The handler of a static entry is not called. */
interface HandledModel extends DescriptorModel {
  readonly handler: HandlerModel;
}

/** Reports differences in the keys that all kinds of entries share. */
export function diffDescriptor(changes: EntryChanges, old: DescriptorModel, recent: DescriptorModel): void {
  changes.addKeys('documentation-changed', ['title', 'description', 'icons'], old, recent);
  for (const key of changedKeys(old.meta, recent.meta)) {
    const path = ['_meta', key];
    if (old.meta?.has(key)) changes.add('meta-changed', `\`${key}\` of \`_meta\` changed`, path);
    else changes.add('meta-added', `\`${key}\` of \`_meta\` is new`, path);
  }
  for (const key of changedKeys(old.extensions, recent.extensions)) {
    changes.add('extension-changed', `\`${key}\` changed`, [key]);
  }
  for (const [name, before, after] of pairByKey(
    old.elicitations,
    recent.elicitations,
    (elicitation) => elicitation.name,
  )) {
    changes.addPart(`question ${name}`, ['elicitations', name], (part) => diffElicitation(part, before, after));
  }
}

/** Reports differences in the handler: a different function, or a change from or to static content. */
export function diffHandler(
  changes: EntryChanges,
  old: HandledModel,
  recent: HandledModel,
  wasStatic = false,
  isStatic = false,
): void {
  if (wasStatic && isStatic) return;
  if (isStatic) return changes.add('handler-unused', 'the content is now static, and the handler is not called');
  if (wasStatic) return changes.add('handler-needed', 'the content is no longer static');
  const [before, after] = [old.handler, recent.handler];
  changes.addValue('handler-changed', 'handler', describeHandler(before), describeHandler(after));
  if (before.kind === 'stub' && after.kind === 'stub' && old.names.fileName !== recent.names.fileName) {
    const message = `the handler is now \`${recent.names.identifier}\` in \`${recent.names.fileName}.ts\``;
    const help = `Move the content of \`${old.names.fileName}.ts\` to the new stub.`;
    changes.add('handler-renamed', message, ['name'], { help });
  }
  if (before.kind === 'bound' && after.kind === 'bound') {
    changes.addValue('handler-arguments-changed', 'args', before.args, after.args);
  }
}

function describeHandler(handler: HandlerModel): string {
  if (handler.kind === 'bound') return `${handler.module}#${handler.exportName}`;
  if (handler.kind === 'declared') return `\`${handler.key}\``;
  if (handler.kind !== 'forward' || handler.isImplemented) return 'the stub';
  return handler.key === undefined ? 'the API' : `\`${handler.key}\``;
}

/** Reports differences in the completions of an argument or variable. */
export function diffCompletion(
  changes: EntryChanges,
  old: CompletionModel | undefined,
  recent: CompletionModel | undefined,
): void {
  const path = ['complete'];
  if (!old && !recent) return;
  if (!old) changes.add('completion-added', 'completions were added', path);
  else if (!recent) {
    const details = { side: 'old', hasHandler: old.kind === 'handler' } as const;
    changes.add('completion-removed', 'completions were removed', path, details);
  } else if (old.kind === 'handler' && recent.kind === 'handler') {
    changes.addValue('handler-changed', 'complete', describeHandler(old.handler), describeHandler(recent.handler));
  } else if (old.kind === 'handler') {
    changes.add('handler-unused', 'completions are now a list, and the function is not called', path);
  } else if (recent.kind === 'handler' || old.values.join('\n') !== recent.values.join('\n')) {
    changes.add('completion-changed', 'completions changed', path);
  }
}

/** Reports differences in the functions that list the resources of a template. */
export function diffList(
  changes: EntryChanges,
  old: FunctionModel | undefined,
  recent: FunctionModel | undefined,
): void {
  if (old && recent) {
    changes.addValue('handler-changed', 'list', describeHandler(old.handler), describeHandler(recent.handler));
  } else if (recent) changes.add('list-added', 'its resources are now listed', ['list']);
  else if (old) {
    const details = { side: 'old', hasHandler: true } as const;
    changes.add('list-removed', 'its resources are no longer listed', ['list'], details);
  }
}

function diffElicitation(
  changes: EntryChanges,
  old: ElicitationModel | undefined,
  recent: ElicitationModel | undefined,
): void {
  if (!recent) return changes.add('question-removed', 'the elicitation was removed', [], { side: 'old' });
  if (!old) {
    return changes.add(recent.unavailable ? 'optional-question-added' : 'question-added', 'the elicitation was added');
  }
  if ((old.url === undefined) !== (recent.url === undefined)) {
    const message = `the elicitation is now in ${recent.url === undefined ? 'form' : 'URL'} mode`;
    return changes.add('question-kind-changed', message);
  }
  const [before, after] = [placeholdersOf(old), placeholdersOf(recent)];
  if (before !== after) {
    const message = `the handler fills in ${after || 'nothing'} instead of ${before || 'nothing'}`;
    changes.add('question-values-changed', message);
  }
  changes.addKeys('question-changed', ['message', 'url'], old, recent);
  const rule = recent.unavailable ? 'question-now-optional' : 'question-now-needed';
  changes.addValue(rule, 'unavailable', old.unavailable, recent.unavailable);
  changes.addSchema(formOf(old), formOf(recent), 'form', ['requestedSchema']);
}

function formOf({ requestedSchema }: ElicitationModel) {
  return { dialect: '2020-12', schema: requestedSchema ?? true } as const;
}

function placeholdersOf({ message, url }: ElicitationModel): string {
  const parts = parseTemplate(`${message} ${url ?? ''}`);
  const names = parts.flatMap((part) => ('argument' in part ? [`\`${part.argument}\``] : []));
  return [...new Set(names)].toSorted().join(', ');
}
