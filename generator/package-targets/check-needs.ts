import type { PackageProblem } from '../package-facts/problem.js';
import type { PackagedProject } from './target.js';

/** Reports packages outside of the bundle whose version is not known. */
export function checkOutside({ build }: Pick<PackagedProject, 'build'>): readonly PackageProblem[] {
  return build.outside
    .filter(({ version }) => version === undefined)
    .map(({ name }) => ({
      kind: 'invalid',
      path: [],
      message: `The package ${name} is not in the bundle, and its version is not known.`,
      help: `Install it: \`npm install ${name}\`.`,
    }));
}
