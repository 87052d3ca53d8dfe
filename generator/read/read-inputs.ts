import { hasErrors, promoteWarnings } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { SourceTexts } from '../diagnostics/format-diagnostics.js';
import { keepSound } from './keep-sound.js';
import { nameLeftOut } from './leave-out.js';
import type { Workspace } from '../load/load-definitions.js';
import type { RemoteReader } from '../load/remote-reader.js';
import type { WorkspaceTrace } from '../load/workspace-trace.js';
import type { Model } from '../model/model.js';
import { checkModel } from '../profiles/check-model.js';
import { diagnoseFindings } from '../profiles/diagnose-findings.js';
import { createFindingLocator } from './locate-finding.js';
import { lowerModel } from '../profiles/lower-model.js';
import type { Profile } from '../profiles/profile.js';
import { judgeWorkspace, readDefinitions, type JudgedWorkspace } from './read-definitions.js';
import type { ResolvedModel } from './resolve-model.js';

/** Which definitions to read, and how strictly. Folders are relative to the root. */
export interface ReadOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly definitions: string;
  /** Hosts that definitions may refer to; see {@link RemoteReader}. Default: none. */
  readonly allowRemote?: readonly string[];
  /** Absolute paths of folders that definitions may refer to, besides their own. Default: none. */
  readonly allowOutside?: readonly string[];
  /** Warnings are errors. */
  readonly strict: boolean;
  /** Leave out what has errors, and generate the rest all the same. */
  readonly keepGoing?: boolean;
}

/** What is needed of the definitions once they are understood. */
export interface Inputs extends Pick<ResolvedModel, 'model' | 'names' | 'toolLocations'> {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceTexts;
  readonly trace: WorkspaceTrace;
  /** What had errors and is not among the rest, for people. */
  readonly leftOut: readonly string[];
}

/** The trees of the files, which are many times as large as the files, are let go of before anything is emitted. */
export async function readInputs(
  { root, definitions, allowRemote = [], allowOutside: folders = [], strict, keepGoing }: ReadOptions,
  earlierNames: ReadonlyMap<string, string>,
  profiles: readonly Profile[],
): Promise<Inputs> {
  const access = { folders, ...(allowRemote.length > 0 && { remote: await openRemote(allowRemote) }) };
  const read = await readDefinitions(root, definitions, earlierNames, { access });
  const first = lowerWorkspace(read, profiles, strict);
  const reread = async (rest: Workspace): Promise<LoweredWorkspace> =>
    lowerWorkspace(await judgeWorkspace(rest, earlierNames), profiles, strict);
  const { judged, leftOut } = keepGoing ? await keepSound(first, reread) : { judged: first, leftOut: [] };
  return {
    model: judged.lowered,
    names: judged.resolved.names,
    toolLocations: judged.resolved.toolLocations,
    diagnostics: judged.diagnostics,
    sources: listTexts(judged.workspace),
    trace: read.trace(),
    leftOut: leftOut.map(nameLeftOut),
  };
}

/** Few runs need it, and it loads all that Node knows of networks. */
async function openRemote(hosts: readonly string[]): Promise<RemoteReader> {
  const { RemoteReader: Reader } = await import('../load/remote-reader.js');
  return new Reader(hosts);
}

/** Definitions with all that is wrong with them, and with what clients of the profiles do not take all the same. */
interface LoweredWorkspace extends JudgedWorkspace {
  /** As it was resolved where there are errors. */
  readonly lowered: Model;
}

function lowerWorkspace(
  { workspace, resolved, diagnostics }: JudgedWorkspace,
  profiles: readonly Profile[],
  strict: boolean,
): LoweredWorkspace {
  const isSound = !hasErrors(diagnostics);
  const lowered = isSound ? lowerModel(resolved.model, profiles) : resolved.model;
  const findings = isSound ? checkModel(lowered, profiles) : [];
  const misfits =
    findings.length === 0 ? [] : diagnoseFindings(findings, createFindingLocator({ workspace, resolved, diagnostics }));
  const all = [...diagnostics, ...misfits];
  return { workspace, resolved, lowered, diagnostics: strict ? promoteWarnings(all) : all };
}

function listTexts(workspace: Workspace): SourceTexts {
  const texts = [...workspace.files].flatMap(([file, loaded]) =>
    loaded.status === 'read' ? [[file, loaded.text] as const] : [],
  );
  return new Map(texts);
}
