import standalone from 'ajv/dist/standalone/index.js';
import Handlebars from 'handlebars';
import { templateOptions } from '../../core/code/templates.js';
import { formatsModule, readFormats } from '../../core/package/read-formats.js';
import { compileKnown, knownSchemas } from '../../core/schema/compile-known.js';
import { type BundledPackage, listBundledPackages } from './bundled-package.js';

/**
 * Prints the module that replaces `schema/known-validators.ts` in the bundle. It contains the code of the validators,
 * each in its own scope.
 */
export function printKnownValidators(): string {
  const members = knownSchemas.map((name) => {
    const { compiler, validate } = compileKnown(name, { source: true });
    const code = standalone.default(compiler, validate);
    return `[${JSON.stringify(name)}, (() => { const module = {};\n${code}\nreturn module.exports; })()],\n`;
  });
  return `const validators = new Map([\n${members.join('')}]);\nexport const findKnownValidator = (name) => validators.get(name);\n`;
}

/** Prints the module that replaces `package/read-formats.ts` in the bundle. It contains the formats as a constant. */
export function printFormats(): string {
  return `export const formatsModule = ${JSON.stringify(formatsModule)};\nexport const readFormats = () => ${JSON.stringify(readFormats())};\n`;
}

/**
 * Prints the module that replaces `package/load-templates.ts` in the bundle. It contains the compiled templates.
 * @param sources Template source by path below `templates/`, without extension.
 */
export function printTemplates(sources: ReadonlyMap<string, string>): string {
  const members = [...sources].map(([name, source]) => {
    const code = Handlebars.precompile(source, templateOptions) as string;
    return `[${JSON.stringify(name)}, Handlebars.template(${code})],\n`;
  });
  return `import Handlebars from 'handlebars/runtime.js';
const templates = new Map([\n${members.join('')}]);
export const loadTemplates = () => (name, view) => {
  const template = templates.get(name);
  if (template === undefined) throw new Error('Template ' + name + ' does not exist.');
  return template(view);
};
`;
}

/**
 * Prints the licenses of the bundled packages as a comment.
 * @param inputs Bundled files, relative to the root.
 * @throws {Error} if {@link listBundledPackages} rejects a package.
 */
export function printLicenses(root: string, inputs: readonly string[]): string {
  const texts = listBundledPackages(root, inputs).map(describePackage);
  return `/*\nThe code in this folder contains the following packages.\n\n${texts.join('\n')}*/\n`;
}

function describePackage({ name, version, license, text }: BundledPackage): string {
  return `${name} ${version} (${license})\n\n${text.replaceAll('*/', '* /')}\n`;
}
