import { hasErrors } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { findFaulty, leaveOut, type LeftOut } from './leave-out.js';
import type { Workspace } from '../load/load-definitions.js';
import type { JudgedWorkspace } from './read-definitions.js';

/** Definitions without what is wrong with them. */
export interface SoundDefinitions<Judged extends JudgedWorkspace> {
  /** All diagnostics of all that was read, whether it was left out or not. */
  readonly judged: Judged;
  /** Nothing when there was no error, and when leaving parts out does not help. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * Leaves out what has errors, then what cannot do without it, until the rest stands on its own.
 *
 * @param reread Resolves and checks what is left.
 */
export async function keepSound<Judged extends JudgedWorkspace>(
  read: Judged,
  reread: (workspace: Workspace) => Promise<Judged>,
): Promise<SoundDefinitions<Judged>> {
  const leftOut = new Map<string, LeftOut>();
  const diagnostics = new Map<string, Diagnostic>();
  const note = (found: readonly Diagnostic[]) =>
    found.forEach((one) => diagnostics.set(JSON.stringify([one.code, one.message, one.location]), one));
  let current = read;
  note(current.diagnostics);
  while (hasErrors(current.diagnostics)) {
    const faulty = findFaulty(current.workspace, current.diagnostics);
    const known = leftOut.size;
    faulty?.forEach((part) => leftOut.set(JSON.stringify(part), part));
    const workspace = leaveOut(current.workspace, faulty ?? []);
    const isEmpty = workspace.definitions.length + workspace.documents.length === 0;
    if (leftOut.size === known || isEmpty) return { judged: read, leftOut: [] };
    current = await reread(workspace);
    note(current.diagnostics);
  }
  return { judged: { ...current, diagnostics: [...diagnostics.values()] }, leftOut: [...leftOut.values()] };
}
