import Handlebars from 'handlebars';

/** Renders a template, given its path below `templates/` without extension. */
export type RenderTemplate = (name: string, view: object) => string;

/** Compiler options for all templates. */
export const templateOptions = { noEscape: true, strict: true } as const;

/**
 * Compiles templates. Handlebars escapes nothing: views hold code or text that is ready to insert. A name that is
 * missing in the view is an error.
 * @param sources Template source by path below `templates/`, without extension.
 */
export function compileTemplates(sources: ReadonlyMap<string, string>): RenderTemplate {
  const compiled = new Map<string, Handlebars.TemplateDelegate>();
  return (name, view) => {
    const source = sources.get(name);
    if (source === undefined) throw new Error(`Template ${name} does not exist.`);
    const template = compiled.get(name) ?? Handlebars.compile(source, templateOptions);
    compiled.set(name, template);
    return template(view);
  };
}
