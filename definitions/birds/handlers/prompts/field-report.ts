import { ProtocolError } from 'create-mcp-from-schema/runtime';
import type { FieldReportPrompt } from '../../../../generated/birds/handlers.ts';
import { describeEntry } from '../describe-entry.ts';
import { findEntry } from '../guide.ts';

/** Requests a report about a bird sighting. Place and time are omitted if the user does not name them. */
export const fieldReportPrompt: FieldReportPrompt = async ({ bird }, { elicitations }) => {
  const entry = findEntry(bird);
  if (!entry) throw new ProtocolError(-32602, `The guide does not know the bird ${bird}`);
  const answer = await elicitations.sighting({ bird: entry.species.name });
  const facts =
    answer.action === 'accept'
      ? Object.entries(answer.content).map(([name, value]) => `- ${name}: ${[value].flat().join(', ')}`)
      : ['- Ask for place and date before you write.'];
  return [
    `Write a short report for a local bird club about this sighting of the ${entry.species.name}:`,
    facts.join('\n'),
    'This is what the guide says about the bird:',
    describeEntry(entry),
  ].join('\n\n');
};
