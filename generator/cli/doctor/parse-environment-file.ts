/** The variables of a `.env` file as far as it matters whether they have a value: the last one of a name counts. */
export function parseEnvironmentFile(text: string): ReadonlyMap<string, string> {
  const lines = text.matchAll(/^[^\S\n]*(?:export[^\S\n]+)?([A-Za-z_]\w*)[^\S\n]*=([^\n]*)$/gmu);
  return new Map(
    [...lines].map(([, name = '', value = '']) => [name, value.trim().replace(/^(["'`])(.*)\1$/su, '$2')]),
  );
}
