import { toPlainJson } from '../../core/model/json.js';
import type { DescriptorModel } from '../../core/model/model.js';
import { childOf, entriesOf, entryOf, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import { report, type Resolution } from '../../feature-kit/definition/resolve-entry.js';
import { takesTexts, withBoundArguments, type BoundArgumentModel } from './bind-part.js';
import { bindDiagnostics } from './diagnostics.js';
import { readBind, type ReportBind } from './read-source.js';

/** Reads `bind` of the arguments of a prompt, or of the variables of a template. */
export function readBoundTexts<Entry extends DescriptorModel>(
  entry: Entry,
  node: SourceNode,
  resolution: Resolution,
): Entry {
  if (!takesTexts(entry)) return entry;
  const reportBind: ReportBind = (location, message, help) =>
    report(resolution, bindDiagnostics['invalid-bind'], location, message, { help });
  const inUri =
    'matcher' in entry ? [...entry.matcher.path, ...entry.matcher.query].map(({ name }) => name) : undefined;
  const written = entriesOf(childOf(node, inUri ? 'variables' : 'arguments'));
  const bound = written.flatMap((argument) => {
    const bind = entryOf(argument.value, 'bind');
    if (!bind) return [];
    if (inUri?.includes(argument.key)) {
      reportUriVariable(argument.key, bind, reportBind);
      return [];
    }
    checkCompletion(argument, reportBind);
    return checkTexts(readBind(argument.key, bind, 'string', reportBind), reportBind);
  });
  return withBoundArguments(entry, bound);
}

function reportUriVariable(name: string, { keyLocation }: MapEntry, reportBind: ReportBind): void {
  const message = `\`${name}\` is part of the URI, which clients send, so the server cannot set it.`;
  const help = `Remove \`{${name}}\` from the URI template: the handler gets the variable nevertheless. Or remove \`bind\`.`;
  reportBind(keyLocation, message, help);
}

function checkCompletion({ key, value }: MapEntry, reportBind: ReportBind): void {
  const complete = entryOf(value, 'complete');
  if (!complete) return;
  const message = `\`${key}\` has \`complete\` and \`bind\`, but callers cannot send it.`;
  reportBind(complete.keyLocation, message, 'Remove `complete`.');
}

/** Reports constants that are no strings. */
function checkTexts(bound: BoundArgumentModel | undefined, reportBind: ReportBind): readonly BoundArgumentModel[] {
  if (!bound) return [];
  const { name, source, stdio, location } = bound;
  const constants = [source, stdio].filter((each) => each?.get('kind') === 'value');
  const isText = constants.every((each) => typeof toPlainJson(each?.get('value') ?? null) === 'string');
  if (isText) return [bound];
  reportBind(location, `The constant for \`${name}\` must be a string.`, 'Write it in quotes.');
  return [];
}
