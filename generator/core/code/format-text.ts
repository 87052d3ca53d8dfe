/** Prettier options. */
export type Style = Readonly<Record<string, unknown>>;

/** Prettier options for a project without its own; also the `.prettierrc.json` of a new project. */
export const defaultStyle: Style = { singleQuote: true, printWidth: 100 };

/** Maximum length of text to format, in UTF-16 code units. */
export const maxFormatted = 100_000;

/**
 * Formats text like `prettier --write`. Returns it unchanged if it is too long, does not parse, or is in an unknown
 * language.
 * @param file Path; its extension determines the language.
 */
export async function formatText(file: string, text: string, style: Style = defaultStyle): Promise<string> {
  if (text.length > maxFormatted) return text;
  const { format } = await import('prettier');
  const { plugins, ...withoutPlugins } = style;
  // If the project's dependencies are not installed, its Prettier plugins cannot be loaded.
  for (const options of plugins === undefined ? [withoutPlugins] : [style, withoutPlugins]) {
    try {
      return await format(text, { ...options, filepath: file });
    } catch {
      continue;
    }
  }
  return text;
}
