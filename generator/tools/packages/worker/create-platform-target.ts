import { storesPart } from '../../../features/stores/stores-part.js';
import { stringLiteral } from '../../../core/code/escape.js';
import { relativeSpecifier } from '../../../feature-kit/emit/handler-module.js';
import { loadPackage } from '../../../core/package/load-package.js';
import { declaredPart } from '../../../features/environment/declared-part.js';
import type { PackageTarget, ProjectContents } from '../target.js';
import { checkPlatform } from './check-platform.js';
import type { Platform } from './platform.js';
import { printPlatformReadme } from './print-platform-readme.js';

/** Creates the target that packages a server for a platform. */
export function createPlatformTarget(platform: Platform): PackageTarget {
  const { name, summary, bundle } = platform;
  return {
    name,
    summary,
    group: 'worker',
    entry: (project) => ({ platform: bundle, code: printEntry(platform, project) }),
    plan(project) {
      const server = project.build.fetch.get(name)?.text ?? '';
      const folder = `${project.folders.packages}/${name}`;
      const { deploy } = platform.commands(project);
      return {
        files: [
          ...platform.files(project, server),
          { path: '.gitignore', content: platform.ignored.map((name) => `${name}\n`).join('') },
          { path: 'README.md', content: printPlatformReadme(platform, project) },
        ],
        problems: checkPlatform(platform, project),
        steps: [
          `Set the variables that ${folder}/README.md lists.`,
          `Deploy it: cd ${folder} && ${deploy.join(' && ')}`,
        ],
      };
    },
  };
}

/** Prints the TypeScript entrypoint, which creates the server and passes it to the platform. */
function printEntry({ name, hasInstances, ending, isProcess }: Platform, { model, folders }: ProjectContents): string {
  return loadPackage().render('packages/fetch-server.ts', {
    hasEnv: declaredPart.of(model) !== undefined,
    project: stringLiteral(relativeSpecifier(folders.out, `${folders.handlers}/server.ts`)),
    hasStores: storesPart.of(model) !== undefined,
    hasInstances,
    isLambda: name === 'lambda',
    ending,
    isProcess,
  });
}
