import type { PlaceholderValues } from '../../feature-kit/definition/content-blocks.js';
import { dryRunArgument } from './dry-run-part.js';

/** Returns the placeholders for the outcome of a dry run and its members, with an explanation of other members. */
export function outcomePlaceholders(
  members: readonly string[],
): Required<Pick<PlaceholderValues, 'names' | 'explain'>> {
  const names = [dryRunArgument, ...members.map((member) => `${dryRunArgument}.${member}`)];
  const shown = names.map((name) => `\`{{${name}}}\``).join(' or ');
  return {
    names,
    explain(name) {
      const [owner = '', member] = name.split('.', 2);
      if (owner.toLowerCase() !== dryRunArgument.toLowerCase() || member === undefined) return undefined;
      const help = `Use ${shown}${members.length > 0 ? '' : `, or declare \`${member}\` in \`outputSchema\``}.`;
      return { message: `\`{{${name}}}\` is not a member of the results of this tool.`, help };
    },
  };
}
