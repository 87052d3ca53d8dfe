import Handlebars from 'handlebars';

/** Renders a template by its path below `templates/`, without extension. */
export type RenderTemplate = (name: string, view: object) => string;

/** How all templates are compiled. */
export const templateOptions = { noEscape: true, strict: true } as const;

/**
 * Compiles templates. Nothing is escaped by Handlebars: whatever a view holds is ready code or ready text. A name that
 * a view does not have is an error.
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
