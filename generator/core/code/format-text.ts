/** Options of Prettier. */
export type Style = Readonly<Record<string, unknown>>;

/** Options for a project without any; `.prettierrc.json` of a new project has them. */
export const defaultStyle: Style = { singleQuote: true, printWidth: 100 };

/** Maximum characters of a text that is formatted. */
export const maxFormatted = 100_000;

/**
 * Formats a text as `prettier --write` does. Returns it unchanged when it is long, does not parse, or is in no language that Prettier knows.
 *
 * @param file Path, whose ending decides the language.
 */
export async function formatText(file: string, text: string, style: Style = defaultStyle): Promise<string> {
  if (text.length > maxFormatted) return text;
  const { format } = await import('prettier');
  const { plugins, ...withoutPlugins } = style;
  // The plugins of a project that is not installed cannot be loaded.
  for (const options of plugins === undefined ? [withoutPlugins] : [style, withoutPlugins]) {
    try {
      return await format(text, { ...options, filepath: file });
    } catch {
      continue;
    }
  }
  return text;
}
