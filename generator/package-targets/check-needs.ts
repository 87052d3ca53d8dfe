import type { PackagedProject, PackageProblem } from './target.js';

/** A key of the definition that a package needs and that is missing. @see PackageProblem for the parameters */
export function missingKey(path: readonly string[], message: string, example: string): PackageProblem {
  return { kind: 'missing', path, message, help: example };
}

/** Address of the page about a server: `homepage`, else `websiteUrl` of the server if packages may have it. */
export function homepageOf({ facts, model }: Pick<PackagedProject, 'facts' | 'model'>): string | undefined {
  const { websiteUrl } = model.server;
  return facts.homepage ?? (websiteUrl?.startsWith('https://') ? websiteUrl : undefined);
}

/** Description of the server for packages, without line ends; its title where it has none. */
export function descriptionOf({ model: { server } }: Pick<PackagedProject, 'model'>): string {
  return (server.description ?? server.title ?? server.name).replaceAll(/\s+/gu, ' ').trim();
}

/** @see https://semver.org/#is-there-a-suggested-regular-expression-regex-to-check-a-semver-string */
const semver =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/u;

/** Reports a version of the server that is not one of semantic versioning. */
export function checkVersion({ model: { server } }: Pick<PackagedProject, 'model'>): readonly PackageProblem[] {
  if (server.version.length <= 255 && semver.test(server.version)) return [];
  const message = `The version ${JSON.stringify(server.version)} of the server is not a semantic version.`;
  return [{ kind: 'invalid', path: ['server', 'version'], message, help: 'Write three numbers, such as 1.0.0.' }];
}

/** Reports that a server has nothing to describe it: no `description`. */
export function checkDescription({ model: { server } }: Pick<PackagedProject, 'model'>): readonly PackageProblem[] {
  if (server.description !== undefined) return [];
  return [missingKey(['server', 'description'], 'It says what the server is for.', 'What the server is for')];
}

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

/** JSON text of a file, with a line end. Members that are `undefined` are left out. */
export function printJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
