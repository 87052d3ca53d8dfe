import type { DescriptorModel, ElicitationModel, HandlerModel, CompletionModel } from '../model/model.js';
import { parseTemplate } from '../template-syntax/parse-template.js';
import { changedKeys, type EntityDiff } from './entity-diff.js';

/** A descriptor with what answers: a handler, unless the content is static. */
export interface AnsweredModel extends DescriptorModel {
  readonly handler: HandlerModel;
}

/** Tells how what all descriptors have differs. */
export function diffDescriptor(diff: EntityDiff, old: DescriptorModel, recent: DescriptorModel): void {
  diff.tellKeys('documentation-changed', {
    title: [old.title, recent.title],
    description: [old.description, recent.description],
    icons: [old.icons, recent.icons],
  });
  for (const key of changedKeys(old.meta, recent.meta)) {
    const path = ['_meta', key];
    if (old.meta?.has(key)) diff.tell('meta-changed', `\`${key}\` of \`_meta\` changed`, { path });
    else diff.tell('meta-added', `\`${key}\` of \`_meta\` is new`, { path });
  }
  for (const key of changedKeys(old.extensions, recent.extensions)) {
    diff.tell('extension-changed', `\`${key}\` changed`, { path: [key] });
  }
  diffQuestions(diff, old.elicitations, recent.elicitations);
}

/** Tells how what answers differs. */
export function diffAnswer(
  diff: EntityDiff,
  old: { readonly model: AnsweredModel; readonly isStatic: boolean },
  recent: { readonly model: AnsweredModel; readonly isStatic: boolean },
): void {
  if (old.isStatic && recent.isStatic) return;
  if (recent.isStatic) return diff.tell('handler-unused', 'the content is static now, and the handler is not called');
  if (old.isStatic) return diff.tell('handler-needed', 'the content is not static any more');
  const [before, after] = [old.model.handler, recent.model.handler];
  const [oldNames, newNames] = [old.model.names, recent.model.names];
  if (describeHandler(before) !== describeHandler(after)) {
    const message = `${describeHandler(after)} answers instead of ${describeHandler(before)}`;
    diff.tell('handler-changed', message, { path: ['handler'] });
  } else if (before.kind === 'stub' && oldNames.fileName !== newNames.fileName) {
    const message = `the handler is \`${newNames.identifier}\` in \`${newNames.fileName}.ts\` now`;
    const help = `Move what is in \`${oldNames.fileName}.ts\` to the new stub.`;
    diff.tell('handler-renamed', message, { path: ['name'], help });
  }
  if (before.kind === 'bound' && after.kind === 'bound' && before.args?.join() !== after.args?.join()) {
    diff.tell('handler-arguments-changed', '`args` changed', { path: ['args'] });
  }
}

function describeHandler(handler: HandlerModel): string {
  if (handler.kind === 'bound') return `\`${handler.exportName}\` of \`${handler.module}\``;
  return handler.kind === 'forward' && !handler.isImplemented ? 'the API' : 'the stub';
}

/** Tells how suggestions for an argument or a variable differ. */
export function diffCompletion(
  diff: EntityDiff,
  old: CompletionModel | undefined,
  recent: CompletionModel | undefined,
  at: { readonly part: string; readonly path: readonly string[] },
): void {
  const place = { part: at.part, path: [...at.path, 'complete'] };
  const hasHandler = old?.kind === 'handler';
  if (!old && !recent) return;
  if (!old) diff.tell('completion-added', 'values are suggested now', place);
  else if (!recent)
    diff.tell('completion-removed', 'no values are suggested any more', { ...place, side: 'old', hasHandler });
  else if (old.kind === 'handler' && recent.kind === 'handler') {
    const message = `${describeHandler(recent.handler)} suggests values instead of ${describeHandler(old.handler)}`;
    if (describeHandler(old.handler) !== describeHandler(recent.handler)) diff.tell('handler-changed', message, place);
  } else if (old.kind === 'handler') {
    diff.tell('handler-unused', 'suggested values are a list now, and the function is not called', place);
  } else if (recent.kind === 'handler' || old.values.join('\n') !== recent.values.join('\n')) {
    diff.tell('completion-changed', 'other values are suggested', place);
  }
}

function diffQuestions(diff: EntityDiff, old: readonly ElicitationModel[], recent: readonly ElicitationModel[]): void {
  const before = new Map(old.map((question) => [question.name, question]));
  const after = new Map(recent.map((question) => [question.name, question]));
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [before.get(name), after.get(name)];
    const place = { part: `question ${name}`, path: ['elicitations', name] };
    if (one && other) diffQuestion(diff, one, other, place);
    else if (one) diff.tell('question-removed', 'the question is gone', { ...place, side: 'old' });
    else if (other?.unavailable === 'cancel') diff.tell('optional-question-added', 'the question is new', place);
    else diff.tell('question-added', 'the question is new', place);
  }
}

function diffQuestion(
  diff: EntityDiff,
  old: ElicitationModel,
  recent: ElicitationModel,
  place: { readonly part: string; readonly path: readonly string[] },
): void {
  if ((old.url === undefined) !== (recent.url === undefined)) {
    const message = `the question is ${recent.url === undefined ? 'a form' : 'a page'} now`;
    return diff.tell('question-kind-changed', message, place);
  }
  if (placeholdersOf(old) !== placeholdersOf(recent)) {
    const message = `the handler fills in ${placeholdersOf(recent) || 'nothing'} instead of ${placeholdersOf(old) || 'nothing'}`;
    diff.tell('question-values-changed', message, place);
  }
  diff.tellKeys('question-changed', { message: [old.message, recent.message], url: [old.url, recent.url] }, place);
  if (old.unavailable !== recent.unavailable) {
    const at = { ...place, path: [...place.path, 'unavailable'] };
    if (recent.unavailable) diff.tell('question-now-optional', 'clients that cannot ask are served now', at);
    else diff.tell('question-now-needed', 'clients that cannot ask are refused now', at);
  }
  const [before, after] = [old, recent].map(({ requestedSchema }) => ({
    dialect: '2020-12' as const,
    schema: requestedSchema ?? true,
  }));
  if (before && after) diff.tellSchema(before, after, 'form', place.part, [...place.path, 'requestedSchema']);
}

function placeholdersOf({ message, url }: ElicitationModel): string {
  const parts = parseTemplate(`${message} ${url ?? ''}`);
  const names = parts.flatMap((part) => ('argument' in part ? [`\`${part.argument}\``] : []));
  return [...new Set(names)].toSorted().join(', ');
}
