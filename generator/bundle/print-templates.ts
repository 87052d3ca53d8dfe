import Handlebars from 'handlebars';
import { templateOptions } from '../code/templates.js';

/**
 * The text of a module that stands for `load/load-templates.ts`: the templates as code.
 *
 * @param sources Template text by path below `templates/`, without extension.
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
  if (template === undefined) throw new Error('There is no template ' + name + '.');
  return template(view);
};
`;
}
