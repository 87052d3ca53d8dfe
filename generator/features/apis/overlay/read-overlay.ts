import { createDiagnostic, type DiagnosticDetails } from '../../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../../core/diagnostics/suggest.js';
import { booleanAt } from '../../../core/source/read-values.js';
import {
  childOf,
  entriesOf,
  entryOf,
  itemsOf,
  stringAt,
  type ScalarNode,
  type SourceNode,
} from '../../../core/source/source-node.js';
import { apisDiagnostics } from '../diagnostics.js';

/** Overlay action. */
export interface OverlayAction {
  readonly target: Expression;
  readonly location: SourceLocation;
  readonly change:
    | { readonly kind: 'remove' }
    | { readonly kind: 'update'; readonly value: SourceNode }
    | { readonly kind: 'copy'; readonly source: Expression };
}

/** JSONPath expression and its location. */
export interface Expression {
  readonly text: string;
  readonly node: ScalarNode;
}

/** Overlay content, without the actions that have errors. */
interface ReadOverlay {
  readonly actions: readonly OverlayAction[];
  /** Document that the overlay is written for. */
  readonly extended?: Expression;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads an overlay. @see https://spec.openapis.org/overlay/v1.1.0.html#overlay-object */
export function readOverlay(root: SourceNode): ReadOverlay {
  const diagnostics: Diagnostic[] = [];
  const report = (location: SourceLocation, message: string, details?: DiagnosticDetails): void => {
    diagnostics.push(createDiagnostic(apisDiagnostics['invalid-overlay'], location, message, details));
  };
  const version = readVersion(root, report);
  if (version === undefined) return { actions: [], diagnostics };
  reportUnknown(root, ['overlay', 'info', 'extends', 'actions'], 'An overlay', report);
  const list = childOf(root, 'actions');
  if (itemsOf(list).length === 0) {
    const help = 'Write a list of actions: `- { target: $.info, update: { title: Shop } }`.';
    report(list?.location ?? root.location, 'The overlay has no `actions`.', { help });
  }
  const actions = itemsOf(list).flatMap((item) => readAction(item, version, report) ?? []);
  const extended = expressionAt(root, 'extends');
  return { actions, ...(extended && { extended }), diagnostics };
}

type Report = (location: SourceLocation, message: string, details?: DiagnosticDetails) => void;

type OverlayVersion = '1.0' | '1.1';

/** YAML parses an unquoted `1.0` as the number 1. */
function readVersion(root: SourceNode, report: Report): OverlayVersion | undefined {
  const declared = childOf(root, 'overlay');
  if (!declared) {
    const help = 'An overlay begins with `overlay: 1.1.0`.';
    report(root.location, 'This is not an overlay: it has no `overlay` at its root.', { help });
    return undefined;
  }
  const text = declared.kind === 'scalar' ? String(declared.value) : '';
  if (/^1(?:\.0(?:\.\d+)?)?$/u.test(text)) return '1.0';
  if (/^1\.1(?:\.\d+)?$/u.test(text)) return '1.1';
  report(declared.location, `Overlay version \`${text}\` is not supported. Use 1.0 or 1.1.`);
  return undefined;
}

function reportUnknown(node: SourceNode, known: readonly string[], what: string, report: Report): void {
  for (const { key, keyLocation } of entriesOf(node)) {
    if (known.includes(key) || key.startsWith('x-')) continue;
    const help = didYouMean(key, known) ?? `Allowed keys: ${known.map((each) => `\`${each}\``).join(', ')}.`;
    report(keyLocation, `${what} has no key \`${key}\`.`, { help });
  }
}

function readAction(item: SourceNode, version: OverlayVersion, report: Report): OverlayAction | undefined {
  if (item.kind !== 'map') {
    report(item.location, 'An action must be a mapping with `target`.');
    return undefined;
  }
  reportUnknown(item, ['target', 'description', 'update', 'copy', 'remove'], 'An action', report);
  const target = expressionAt(item, 'target');
  if (!target) {
    const help = "Write a JSONPath expression: `target: $.paths['/pets'].get`.";
    report(childOf(item, 'target')?.location ?? item.location, 'The action has no `target`.', { help });
  }
  const change = readChange(item, version, report);
  return target && change && { target, location: item.location, change };
}

function readChange(item: SourceNode, version: OverlayVersion, report: Report): OverlayAction['change'] | undefined {
  const removal = entryOf(item, 'remove');
  if (removal && booleanAt(item, 'remove') === undefined) {
    report(removal.value.location, '`remove` must be true or false.');
    return undefined;
  }
  if (booleanAt(item, 'remove') === true) return { kind: 'remove' };
  const update = entryOf(item, 'update');
  const copy = entryOf(item, 'copy');
  if (update && copy) {
    report(copy.keyLocation, '`update` and `copy` are mutually exclusive.', { help: 'Write two actions.' });
    return undefined;
  }
  if (update) return { kind: 'update', value: update.value };
  if (!copy) {
    const help = `Add \`update\`${version === '1.0' ? '' : ', `copy`'} or \`remove: true\`.`;
    report(item.location, 'The action changes nothing.', { help });
    return undefined;
  }
  if (version === '1.0') {
    report(copy.keyLocation, '`copy` needs `overlay: 1.1.0`.');
    return undefined;
  }
  const source = expressionAt(item, 'copy');
  if (source) return { kind: 'copy', source };
  report(copy.value.location, '`copy` must be a JSONPath expression.');
  return undefined;
}

function expressionAt(node: SourceNode, key: string): Expression | undefined {
  const text = stringAt(node, key);
  const child = childOf(node, key);
  return text !== undefined && child?.kind === 'scalar' ? { text, node: child } : undefined;
}
