import { join } from 'node:path';
import { formatEdit } from '../../feature-kit/load/format-edit.js';
import { hasErrors } from '../../core/diagnostics/create-diagnostic.js';
import type { GenerateOptions, GenerateReport } from '../../generate.js';
import { readDefinitions } from '../../pipeline/read/read-definitions.js';
import { runGenerator } from '../runs/run-generator.js';
import { planStub } from './plan-stub.js';
import { findProfiles } from '../../pipeline/profiles/client-profiles.js';
import { readEarlierRun } from '../../pipeline/write/earlier-run.js';
import { replaceText } from '../../pipeline/write/file-system.js';
import { LockedError } from '../../pipeline/write/lock.js';
import { describeSystemError, isSystemError } from '../../pipeline/write/system-error.js';
import { whileEditing } from '../../pipeline/write/while-editing.js';

/** Result of {@link addStub}. */
type StubReport =
  | { readonly kind: 'refused'; readonly reason: string }
  /** The definitions have errors, so nothing was written. */
  | { readonly kind: 'broken'; readonly generated: GenerateReport }
  | {
      readonly kind: 'done';
      readonly generated: GenerateReport;
      /** Changed definition, relative to the root. */
      readonly edited?: string;
      /** Handler file, relative to the root. */
      readonly handler: string;
    };

/**
 * Writes the stub of a tool. Changes the definition if necessary, then generates. Other processes that change the
 * definitions wait, so that no change is lost.
 *
 * @see docs/decisions/0023-user-files-are-edited-as-text.md
 */
export async function addStub(options: GenerateOptions, tool: string): Promise<StubReport> {
  const { root, definitions } = options;
  try {
    return await whileEditing(join(root, definitions), () => editAndGenerate(options, tool));
  } catch (error) {
    if (isSystemError(error)) return { kind: 'refused', reason: describeSystemError(error, root) };
    if (!(error instanceof LockedError)) throw error;
    const reason = `${definitions} was not changed: ${error.message} is changing it. Run the command again.`;
    return { kind: 'refused', reason };
  }
}

async function editAndGenerate(options: GenerateOptions, tool: string): Promise<StubReport> {
  const { root, definitions, handlers, out } = options;
  const earlier = await readEarlierRun(options);
  const profiles = findProfiles(options.profiles ?? earlier.profiles);
  const read = await readDefinitions(root, definitions, earlier.names, { lookup: { out } }, profiles);
  const { workspace, resolved, diagnostics } = read;
  if (hasErrors([...earlier.diagnostics, ...diagnostics])) {
    return { kind: 'broken', generated: await runGenerator({ ...options, check: true }) };
  }
  const plan = planStub(workspace, resolved, tool);
  if (plan.kind === 'refused') return plan;
  const handler = `${handlers}/tools/${plan.tool.names.fileName}.ts`;
  if (plan.kind === 'ready') return { kind: 'done', generated: await runGenerator(options), handler };
  const { file, text, before } = plan.edit;
  try {
    await replaceText(join(root, file), await formatEdit(root, file, before, text), before === undefined);
  } catch (error) {
    if (isSystemError(error)) return { kind: 'refused', reason: describeSystemError(error, join(root, file)) };
    throw error;
  }
  return { kind: 'done', generated: await runGenerator(options), edited: file, handler };
}
