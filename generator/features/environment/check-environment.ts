import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { VariableType } from './environment-model.js';
import { booleanAt, numberAt } from '../../core/source/read-values.js';
import {
  childOf,
  entriesOf,
  entryOf,
  itemsOf,
  stringAt,
  type MapEntry,
  type SourceNode,
} from '../../core/source/source-node.js';
import { typeOf, variableKeywords } from './resolve-environment.js';
import { environmentDiagnostics } from './diagnostics.js';

/** Reports variables under `server.environment` that match the definition format but are invalid. */
export function checkEnvironment(server: SourceNode | undefined): readonly Diagnostic[] {
  return entriesOf(childOf(server, 'environment')).flatMap(checkVariable);
}

type ReportProblem = (place: SourceLocation, message: string, help: string) => void;

/** Variables that change how Node or the system starts programs. */
const reservedVariables = /^(?:PATH|NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|LD_.*|DYLD_.*)$/u;

function checkVariable({ key, keyLocation, value }: MapEntry): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report: ReportProblem = (place, message, help) => {
    diagnostics.push(createDiagnostic(environmentDiagnostics['invalid-environment'], place, message, { help }));
  };
  if (reservedVariables.test(key)) {
    report(keyLocation, `\`${key}\` changes how programs are started.`, 'Choose another name.');
  }
  const type = typeOf(value);
  checkKeywords(value, type, report);
  checkPattern(entryOf(value, 'pattern'), report);
  const fitting = `Write ${article(type)}, or change \`type\`.`;
  for (const item of itemsOf(childOf(value, 'enum'))) {
    if (!isOfType(item, type)) report(item.location, `A value of \`enum\` is not ${article(type)}.`, fitting);
  }
  const defaultEntry = entryOf(value, 'default');
  if (defaultEntry) checkDefault(defaultEntry, value, type, report);
  return diagnostics;
}

function checkKeywords(value: SourceNode, type: VariableType, report: ReportProblem): void {
  const all = new Set(Object.values(variableKeywords).flat());
  for (const { key, keyLocation } of entriesOf(value)) {
    if (!all.has(key) || variableKeywords[type].includes(key)) continue;
    const allowed = variableKeywords[type].map((keyword) => `\`${keyword}\``).join(', ');
    const help = allowed === '' ? `Remove it, or change \`type\`.` : `Use ${allowed}, or change \`type\`.`;
    report(keyLocation, `\`${key}\` does not apply to the type \`${type}\`.`, help);
  }
}

function checkPattern(pattern: MapEntry | undefined, report: ReportProblem): void {
  if (pattern?.value.kind !== 'scalar' || typeof pattern.value.value !== 'string') return;
  const reason = findPatternProblem(pattern.value.value);
  if (reason !== undefined) {
    report(pattern.value.location, `\`pattern\` is not a regular expression: ${reason}.`, 'Correct the pattern.');
  }
}

/** Finds the syntax error of a pattern that is not a regular expression. */
function findPatternProblem(pattern: string): string | undefined {
  try {
    RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

function checkDefault(defaultEntry: MapEntry, value: SourceNode, type: VariableType, report: ReportProblem): void {
  const place = defaultEntry.value.location;
  if (booleanAt(value, 'secret') === true) {
    report(place, 'A secret cannot have a default: everyone could read it in the code.', 'Remove `default`.');
    return;
  }
  if (booleanAt(value, 'required') === true) {
    report(defaultEntry.keyLocation, 'A variable with a default is never missing.', 'Remove `required` or `default`.');
  }
  if (!isOfType(defaultEntry.value, type)) {
    report(place, `\`default\` must be ${article(type)}.`, `Write ${article(type)}, or change \`type\`.`);
    return;
  }
  const rule = findBrokenRule(defaultEntry.value, value);
  if (rule !== undefined)
    report(place, `\`default\` does not satisfy \`${rule}\`.`, `Change \`default\` or \`${rule}\`.`);
}

function isOfType(node: SourceNode, type: VariableType): boolean {
  if (node.kind !== 'scalar') return false;
  return type === 'integer' ? Number.isSafeInteger(node.value) : typeof node.value === type;
}

/** Finds the keyword that is violated by a default of the right type. Formats are checked at server start. */
function findBrokenRule(defaultNode: SourceNode, value: SourceNode): string | undefined {
  const content = defaultNode.kind === 'scalar' ? defaultNode.value : undefined;
  const choices = itemsOf(childOf(value, 'enum')).map((item) => (item.kind === 'scalar' ? item.value : undefined));
  if (choices.length > 0 && !choices.includes(content ?? null)) return 'enum';
  const limit = (keyword: string): number | undefined => numberAt(value, keyword);
  if (typeof content === 'number') {
    if (content < (limit('minimum') ?? -Infinity)) return 'minimum';
    if (content > (limit('maximum') ?? Infinity)) return 'maximum';
    if (content <= (limit('exclusiveMinimum') ?? -Infinity)) return 'exclusiveMinimum';
    return content >= (limit('exclusiveMaximum') ?? Infinity) ? 'exclusiveMaximum' : undefined;
  }
  if (typeof content !== 'string') return undefined;
  if ([...content].length < (limit('minLength') ?? 0)) return 'minLength';
  if ([...content].length > (limit('maxLength') ?? Infinity)) return 'maxLength';
  return matches(stringAt(value, 'pattern'), content) ? undefined : 'pattern';
}

/** Whether a string matches a pattern. Invalid patterns are reported separately. */
function matches(pattern: string | undefined, text: string): boolean {
  return pattern === undefined || findPatternProblem(pattern) !== undefined || new RegExp(pattern, 'u').test(text);
}

function article(type: VariableType): string {
  return type === 'integer' ? 'an integer' : `a ${type}`;
}
