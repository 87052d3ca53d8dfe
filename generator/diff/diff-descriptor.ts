import type { DescriptorModel, ElicitationModel, HandlerModel, CompletionModel } from '../model/model.js';
import { parseTemplate } from '../template-syntax/parse-template.js';
import { changedKeys, pairByKey, type EntryChanges } from './change.js';

/** An entry with its handler; static entries have one that is not called. */
export interface AnsweredModel extends DescriptorModel {
  readonly handler: HandlerModel;
}

/** Reports differences of the keys that entries of all kinds have. */
export function diffDescriptor(changes: EntryChanges, old: DescriptorModel, recent: DescriptorModel): void {
  changes.addKeys('documentation-changed', {
    title: [old.title, recent.title],
    description: [old.description, recent.description],
    icons: [old.icons, recent.icons],
  });
  for (const key of changedKeys(old.meta, recent.meta)) {
    const path = ['_meta', key];
    if (old.meta?.has(key)) changes.add('meta-changed', `\`${key}\` of \`_meta\` changed`, { path });
    else changes.add('meta-added', `\`${key}\` of \`_meta\` is new`, { path });
  }
  for (const key of changedKeys(old.extensions, recent.extensions)) {
    changes.add('extension-changed', `\`${key}\` changed`, { path: [key] });
  }
  for (const [name, one, other] of pairByKey(old.elicitations, recent.elicitations, (question) => question.name)) {
    const place = { part: `question ${name}`, path: ['elicitations', name] };
    if (one && other) diffQuestion(changes, one, other, place);
    else if (one) changes.add('question-removed', 'the question is gone', { ...place, side: 'old' });
    else if (other?.unavailable === 'cancel') changes.add('optional-question-added', 'the question is new', place);
    else changes.add('question-added', 'the question is new', place);
  }
}

/** Reports differences of the handler: another function, or static content instead of one. */
export function diffAnswer(
  changes: EntryChanges,
  old: { readonly model: AnsweredModel; readonly isStatic: boolean },
  recent: { readonly model: AnsweredModel; readonly isStatic: boolean },
): void {
  if (old.isStatic && recent.isStatic) return;
  if (recent.isStatic) return changes.add('handler-unused', 'the content is static now, and the handler is not called');
  if (old.isStatic) return changes.add('handler-needed', 'the content is not static any more');
  const [before, after] = [old.model.handler, recent.model.handler];
  const [oldNames, newNames] = [old.model.names, recent.model.names];
  if (describeHandler(before) !== describeHandler(after)) {
    const message = `${describeHandler(after)} answers instead of ${describeHandler(before)}`;
    changes.add('handler-changed', message, { path: ['handler'] });
  } else if (before.kind === 'stub' && oldNames.fileName !== newNames.fileName) {
    const message = `the handler is \`${newNames.identifier}\` in \`${newNames.fileName}.ts\` now`;
    const help = `Move what is in \`${oldNames.fileName}.ts\` to the new stub.`;
    changes.add('handler-renamed', message, { path: ['name'], help });
  }
  if (before.kind === 'bound' && after.kind === 'bound' && before.args?.join() !== after.args?.join()) {
    changes.add('handler-arguments-changed', '`args` changed', { path: ['args'] });
  }
}

function describeHandler(handler: HandlerModel): string {
  if (handler.kind === 'bound') return `\`${handler.exportName}\` of \`${handler.module}\``;
  return handler.kind === 'forward' && !handler.isImplemented ? 'the API' : 'the stub';
}

/** Reports differences of the completions of an argument or variable. */
export function diffCompletion(
  changes: EntryChanges,
  old: CompletionModel | undefined,
  recent: CompletionModel | undefined,
  at: { readonly part: string; readonly path: readonly string[] },
): void {
  const place = { part: at.part, path: [...at.path, 'complete'] };
  const hasHandler = old?.kind === 'handler';
  if (!old && !recent) return;
  if (!old) changes.add('completion-added', 'values are suggested now', place);
  else if (!recent)
    changes.add('completion-removed', 'no values are suggested any more', { ...place, side: 'old', hasHandler });
  else if (old.kind === 'handler' && recent.kind === 'handler') {
    const message = `${describeHandler(recent.handler)} suggests values instead of ${describeHandler(old.handler)}`;
    if (describeHandler(old.handler) !== describeHandler(recent.handler))
      changes.add('handler-changed', message, place);
  } else if (old.kind === 'handler') {
    changes.add('handler-unused', 'suggested values are a list now, and the function is not called', place);
  } else if (recent.kind === 'handler' || old.values.join('\n') !== recent.values.join('\n')) {
    changes.add('completion-changed', 'other values are suggested', place);
  }
}

function diffQuestion(
  changes: EntryChanges,
  old: ElicitationModel,
  recent: ElicitationModel,
  place: { readonly part: string; readonly path: readonly string[] },
): void {
  if ((old.url === undefined) !== (recent.url === undefined)) {
    const message = `the question is ${recent.url === undefined ? 'a form' : 'a page'} now`;
    return changes.add('question-kind-changed', message, place);
  }
  if (placeholdersOf(old) !== placeholdersOf(recent)) {
    const message = `the handler fills in ${placeholdersOf(recent) || 'nothing'} instead of ${placeholdersOf(old) || 'nothing'}`;
    changes.add('question-values-changed', message, place);
  }
  changes.addKeys('question-changed', { message: [old.message, recent.message], url: [old.url, recent.url] }, place);
  if (old.unavailable !== recent.unavailable) {
    const at = { ...place, path: [...place.path, 'unavailable'] };
    if (recent.unavailable) changes.add('question-now-optional', 'clients that cannot ask are served now', at);
    else changes.add('question-now-needed', 'clients that cannot ask are refused now', at);
  }
  const [before, after] = [old, recent].map(({ requestedSchema }) => ({
    dialect: '2020-12' as const,
    schema: requestedSchema ?? true,
  }));
  if (before && after) changes.addSchema(before, after, 'form', place.part, [...place.path, 'requestedSchema']);
}

function placeholdersOf({ message, url }: ElicitationModel): string {
  const parts = parseTemplate(`${message} ${url ?? ''}`);
  const names = parts.flatMap((part) => ('argument' in part ? [`\`${part.argument}\``] : []));
  return [...new Set(names)].toSorted().join(', ');
}
