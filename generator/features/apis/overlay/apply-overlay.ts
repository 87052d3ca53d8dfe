import type { JSONPathQuery } from 'json-p3';
import { createDiagnostic } from '../../../core/diagnostics/create-diagnostic.js';
import type { DiagnosticCode, DiagnosticRule } from '../../../core/diagnostics/diagnostic-table.js';
import type { Diagnostic, Help, SourceLocation } from '../../../core/diagnostics/diagnostic.js';
import { maxDepth, maxNodes } from '../../../core/source/parsed-source.js';
import { isScheme, joinReference } from '../../../core/source/references.js';
import type { SourceNode } from '../../../core/source/source-node.js';
import { changePlaces } from './change-places.js';
import { DocumentQuery } from './document-query.js';
import { explainNothing } from './explain-nothing.js';
import { measureTree } from './measure-tree.js';
import { adoptNode, mergeNodes, type MergeConflict } from './merge-nodes.js';
import { parseTarget } from './parse-target.js';
import type { Place } from './place.js';
import { readOverlay, type Expression, type OverlayAction } from './read-overlay.js';
import { TooMuchWork, WorkBudget } from './work-budget.js';
import { apisDiagnostics } from '../diagnostics.js';

/** File and its syntax tree. */
interface ParsedFileRoot {
  readonly file: string;
  readonly root: SourceNode;
}

/** Document after applying an overlay. */
interface OverlaidDocument {
  readonly root: SourceNode;
  readonly diagnostics: readonly Diagnostic[];
}

/** Maximum number of steps for all overlays of one document, which take a few seconds. */
const maxWork = 20_000_000;

/** Creates the work budget that the overlays of one document share. */
export function createOverlayBudget(): WorkBudget {
  return new WorkBudget(maxWork);
}

/**
 * Applies the actions of an overlay in order, each to the result of the previous one. Actions with errors change
 * nothing. Overlay values keep their location in the overlay.
 *
 * @see https://spec.openapis.org/overlay/v1.1.0.html
 */
export function applyOverlay(document: ParsedFileRoot, overlay: ParsedFileRoot, budget: WorkBudget): OverlaidDocument {
  const { actions, extended, diagnostics } = readOverlay(overlay.root);
  const run = new OverlayRun(document, budget, [...diagnostics]);
  if (extended) run.checkExtended(overlay.file, extended);
  for (const action of actions) if (!run.apply(action)) break;
  return { root: run.root, diagnostics: run.diagnostics };
}

class OverlayRun {
  readonly diagnostics: Diagnostic[];
  root: SourceNode;
  readonly #file: string;
  readonly #budget: WorkBudget;

  constructor({ file, root }: ParsedFileRoot, budget: WorkBudget, diagnostics: Diagnostic[]) {
    this.root = root;
    this.diagnostics = diagnostics;
    this.#file = file;
    this.#budget = budget;
  }

  /** Warns of an overlay that was written for a different document. URLs are compared only with fetched documents. */
  checkExtended(overlay: string, { text, node }: Expression): void {
    const target = joinReference(overlay, text);
    if (target === this.#file || isScheme(target) !== isScheme(this.#file)) return;
    const message = `The overlay is for \`${text}\`, but it is applied to ${this.#file}.`;
    this.#report(
      apisDiagnostics['unmatched-target'],
      node.location,
      message,
      'Remove `extends`, or set it to the document.',
    );
  }

  /** Applies an action. Returns `false` if the document has become too large or has taken too much time. */
  apply(action: OverlayAction): boolean {
    const target = this.#parse(action.target);
    if (!target) return true;
    try {
      const next = this.#change(action, target);
      if (!next) return true;
      const { values, depth } = measureTree(next);
      if (values > maxNodes || depth > maxDepth) {
        const message = `${this.#file} has more than ${maxDepth} levels of nesting or ${maxNodes} values after this action.`;
        this.#report('too-large', action.location, message);
        return false;
      }
      this.root = next;
      return true;
    } catch (error) {
      if (!(error instanceof TooMuchWork || error instanceof RangeError)) throw error;
      const message = `With this expression, the overlays of ${this.#file} take too long to apply.`;
      const help = 'Avoid `..` in paths, or nest fewer filters.';
      this.#report('too-large', action.target.node.location, message, help);
      return false;
    }
  }

  #change(action: OverlayAction, target: JSONPathQuery): SourceNode | undefined {
    const query = new DocumentQuery(this.root, this.#budget);
    const places = query.select(target);
    if (places.length === 0) {
      const message = `\`${action.target.text}\` selects nothing in ${this.#file}; the action changes nothing.`;
      this.#report(
        apisDiagnostics['unmatched-target'],
        action.target.node.location,
        message,
        explainNothing(target, query),
      );
      return undefined;
    }
    if (action.change.kind !== 'remove') return this.#merge(action, places, query);
    if (!places.includes(query.root)) return changePlaces(query.root, places, () => undefined, this.#budget);
    this.#report(
      apisDiagnostics['invalid-overlay'],
      action.target.node.location,
      'The root of a document cannot be removed.',
    );
    return undefined;
  }

  #merge({ target, change }: OverlayAction, places: readonly Place[], query: DocumentQuery): SourceNode | undefined {
    const kinds = new Set(places.map(({ node }) => node.kind));
    if (kinds.size > 1) {
      const message = `\`${target.text}\` selects ${[...kinds].map((kind) => nouns[kind]).join(' and ')}; one update cannot apply to both.`;
      this.#report(
        apisDiagnostics['invalid-overlay'],
        target.node.location,
        message,
        'Write a separate action for each kind.',
      );
      return undefined;
    }
    const update =
      change.kind === 'update'
        ? adoptNode(change.value, this.#file)
        : change.kind === 'copy' && this.#findSource(change.source, query);
    if (!update) return undefined;
    const conflicts: MergeConflict[] = [];
    const merge = (node: SourceNode): SourceNode => mergeNodes(node, update, this.#budget, conflicts);
    const changed = changePlaces(query.root, places, merge, this.#budget);
    const [conflict] = conflicts;
    if (!conflict) return changed;
    this.#reportConflict(conflict, target);
    return undefined;
  }

  #findSource(source: Expression, query: DocumentQuery): SourceNode | undefined {
    const path = this.#parse(source);
    const places = path && query.select(path);
    if (!places || places.length === 1) return places?.[0]?.node;
    const found = places.length === 0 ? 'nothing' : `${places.length} values`;
    const message = `\`copy\` must select one value; \`${source.text}\` selects ${found}.`;
    const help = path && places.length === 0 ? explainNothing(path, query) : undefined;
    this.#report(apisDiagnostics['invalid-overlay'], source.node.location, message, help);
    return undefined;
  }

  #reportConflict({ update, target, path }: MergeConflict, { node }: Expression): void {
    const what = path.length === 0 ? 'The update' : `\`${path.join('.')}\` of the update`;
    const message = `${what} is ${nouns[update.kind]}; the document has ${nouns[target.kind]} there.`;
    const help = 'To replace a value, remove it in an earlier action.';
    const location = path.length === 0 ? node.location : update.location;
    const related = [{ message: 'here', location: target.location }];
    this.diagnostics.push(createDiagnostic(apisDiagnostics['invalid-overlay'], location, message, { help, related }));
  }

  #parse({ text, node }: Expression): JSONPathQuery | undefined {
    const parsed = parseTarget(node, text);
    if (!('reason' in parsed)) return parsed;
    const help = "Names with other characters need brackets: `$.paths['/pets'].get`. See RFC 9535.";
    this.#report(apisDiagnostics['invalid-overlay'], parsed.location, `\`${text}\` ${parsed.reason}.`, help);
    return undefined;
  }

  #report(rule: DiagnosticCode | DiagnosticRule, location: SourceLocation, message: string, help?: Help): void {
    this.diagnostics.push(createDiagnostic(rule, location, message, { help }));
  }
}

const nouns = { map: 'a mapping', sequence: 'a list', scalar: 'a single value' } as const;
