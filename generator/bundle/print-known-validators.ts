import standalone from 'ajv/dist/standalone/index.js';
import { compileKnown, knownSchemas } from '../schema/compile-known.js';

/** The text of a module that stands for `schema/known-validators.ts`: the validators as code, each in a scope of its own. */
export function printKnownValidators(): string {
  const members = knownSchemas.map((name) => {
    const { compiler, validate } = compileKnown(name, { source: true });
    const code = standalone.default(compiler, validate);
    return `[${JSON.stringify(name)}, (() => { const module = {};\n${code}\nreturn module.exports; })()],\n`;
  });
  return `const validators = new Map([\n${members.join('')}]);\nexport const findKnownValidator = (name) => validators.get(name);\n`;
}
