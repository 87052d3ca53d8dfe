import type { PlaceholderValues } from './content-blocks.js';

/**
 * Returns the placeholders for a result of a tool and its members, with an explanation of other members.
 *
 * @param owner Placeholder for the whole result.
 */
export function memberPlaceholders(
  owner: string,
  members: readonly string[],
): Required<Pick<PlaceholderValues, 'names' | 'explain'>> {
  const names = [owner, ...members.map((member) => `${owner}.${member}`)];
  const shown = names.map((name) => `\`{{${name}}}\``).join(' or ');
  return {
    names,
    explain(name) {
      const [start = '', member] = name.split('.', 2);
      if (start.toLowerCase() !== owner.toLowerCase() || member === undefined) return undefined;
      const help = `Use ${shown}${members.length > 0 ? '' : `, or declare \`${member}\` in \`outputSchema\``}.`;
      return { message: `\`{{${name}}}\` is not a member of the results of this tool.`, help };
    },
  };
}
