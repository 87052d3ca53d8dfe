import type { RenderTemplate } from '../../code/templates.js';
import type { ProjectIdentity } from '../render-project.js';

/** What a new project starts from. */
export interface ProjectSource {
  /** What the project could be called; {@link explainName} has nothing against it. */
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** What the user should know about it, one sentence each. */
  readonly notes: readonly string[];
  /** The files of the definitions folder, paths relative to it. Pure. */
  readonly listFiles: (identity: ProjectIdentity, render: RenderTemplate) => readonly SourceFile[];
  /** Where it was fetched: addresses in it are relative to that. */
  readonly address?: string;
  /** It is the sample, which the README explains. */
  readonly isSample?: true;
}

/** A file of the user, copied or written once. */
export interface SourceFile {
  /** With forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** A project cannot start from what was named. The message says why. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}
