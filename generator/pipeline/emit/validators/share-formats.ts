import { digestTexts } from '../../../core/code/digest-texts.js';
import { formatsModule, readFormats } from '../../../core/package/read-formats.js';

/** Source of the module that exports all formats. In a server with many schemas, the other modules import it. */
export const sharedFormats = `export { fullFormats } from '${formatsModule}';\n`;

/** Returns the file name of {@link sharedFormats}, in the folder of the tool modules. */
export function nameSharedFormats(): string {
  return `shared-${digestTexts([readFormats()]).slice(0, 12)}.js`;
}

/** Formats as Ajv's code requires them. In string literals, the quotes would be escaped. */
const required = `require("${formatsModule}").fullFormats`;

/** Makes a module import the formats, instead of containing them. Returns code without formats unchanged. */
export function importFormats(code: string): string {
  if (!code.includes(required)) return code;
  return `import { fullFormats as formats } from './${nameSharedFormats()}';\n${code.replaceAll(required, 'formats')}`;
}
