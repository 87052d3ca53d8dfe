import Handlebars from 'handlebars';

/** Renders a template by its path below `templates/`, without extension. */
export type RenderTemplate = (name: string, view: object) => string;

/** Compiler options of all templates. */
export const templateOptions = { noEscape: true, strict: true } as const;

/**
 * Compiles templates. Handlebars escapes nothing: views hold code or text that is ready to insert. Names that a view does not have are
 * errors.
 *
 * @param sources Template text by path below `templates/`, without extension.
 */
export function compileTemplates(sources: ReadonlyMap<string, string>): RenderTemplate {
  const compiled = new Map<string, Handlebars.TemplateDelegate>();
  return (name, view) => {
    const source = sources.get(name);
    if (source === undefined) throw new Error(`There is no template ${name}.`);
    const template = compiled.get(name) ?? Handlebars.compile(source, templateOptions);
    compiled.set(name, template);
    return template(view);
  };
}
