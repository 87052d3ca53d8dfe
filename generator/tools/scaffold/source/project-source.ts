import type { RenderTemplate } from '../../../core/code/templates.js';
import { identityView, type ProjectIdentity } from '../identity-view.js';

/** Source of a new project: its definition files, and what follows from them. */
export interface ProjectSource {
  /** Suggested name; valid by {@link explainName}. */
  readonly name?: string | undefined;
  /** Name of the server in the definitions, which the package gets whatever its folder is called; valid by {@link explainName}. */
  readonly serverName?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Notes for the user, one sentence each. */
  readonly notes: readonly string[];
  /** The files of the definitions folder, paths relative to it. Pure. */
  readonly listFiles: (identity: ProjectIdentity, render: RenderTemplate) => readonly SourceFile[];
  /** Handlers and tests that come with the definitions, paths relative to the project. Pure. */
  readonly listCode?: (render: RenderTemplate) => readonly SourceFile[];
  /** Address that the source was fetched from: addresses in it are relative to it. */
  readonly address?: string;
  /** Whether this is the sample, which the project's README explains. */
  readonly isSample?: true;
  readonly extras?: ProjectExtras;
}

/** A script of `package.json`. */
export interface ProjectScript {
  readonly name: string;
  readonly command: string;
  /** Advice to a user who has just created the project; without one, no one runs the script by name. */
  readonly effect?: string;
}

/** Parts of the project files next to those that every project has. */
export interface ProjectExtras {
  readonly scripts: readonly ProjectScript[];
  /** Development dependencies, in the versions that this package is tested with. */
  readonly packages: readonly string[];
  /** Template of a section of the README. */
  readonly about: string;
}

/** A file of the user, copied or written once. */
export interface SourceFile {
  /** With forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Thrown when a source cannot be used. The message explains why. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/** The sample: a small definition with a tool, a prompt and a resource. */
export const sampleSource: ProjectSource = {
  notes: [],
  isSample: true,
  listFiles: (identity, render) => [
    { path: `${identity.name}.mcp.yaml`, content: render('project/definition.mcp.yaml', identityView(identity)) },
  ],
  listCode: (render) => [
    { path: 'handlers/tools/roll-dice.ts', content: render('project/roll-dice.ts', {}) },
    { path: 'test/roll-dice.test.ts', content: render('project/roll-dice.test.ts', {}) },
  ],
};
