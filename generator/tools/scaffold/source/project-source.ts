import type { RenderTemplate } from '../../../core/code/templates.js';
import type { LookupOptions } from '../../../feature-kit/load/lookup-options.js';
import { identityView, type ProjectIdentity } from '../identity-view.js';

/** Source of a new project: its definition files and the content derived from them. */
export interface ProjectSource {
  /** Suggested name; valid according to {@link explainName}. */
  readonly name?: string | undefined;
  /**
   * Server name in the definitions, which becomes the package name regardless of the folder; valid according to {@link explainName}.
   */
  readonly serverName?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Notes for the user as sentences. */
  readonly notes: readonly string[];
  /**
   * Lists the files of the definitions folder, with paths relative to it. Pure.
   *
   * @param directory Absolute path of the project, if it is known.
   */
  readonly listFiles: (identity: ProjectIdentity, render: RenderTemplate, directory?: string) => readonly SourceFile[];
  /** Lists handlers and tests that belong to the definitions, with paths relative to the project. Pure. */
  readonly listCode?: (render: RenderTemplate) => readonly SourceFile[];
  /** URL that the source was fetched from, which resolves its relative addresses. */
  readonly address?: string;
  /** Where the first run looks up facts: databases, whose URLs can contain passwords. No file gets them. */
  readonly lookup?: LookupOptions;
  /** Whether later runs need a running database too, which the project's README explains. */
  readonly readsDatabase?: boolean;
  /** Whether this is the sample, which the project's README explains. */
  readonly isSample?: true;
  readonly extras?: ProjectExtras;
}

/** Script of `package.json`. */
export interface ProjectScript {
  readonly name: string;
  readonly command: string;
  /**
   * Effect of the script, shown to users after creating a project. Absent for scripts that users do not run themselves.
   */
  readonly effect?: string;
}

/** Additional parts of the project files. */
export interface ProjectExtras {
  readonly scripts: readonly ProjectScript[];
  /** Development dependencies, in versions tested with this package. */
  readonly packages: readonly string[];
  /** Template of a README section. */
  readonly about: string;
}

/** User file that is copied or written once. */
export interface SourceFile {
  /** Path with forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Thrown if a source cannot be used. The message explains why. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/** Sample source: a small definition with a tool, a prompt and a resource. */
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
