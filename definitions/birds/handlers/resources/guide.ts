import type { ResourceResult } from 'create-mcp-from-schema/runtime';
import type { GuideResource } from '../../../../generated/birds/handlers.ts';
import { toId } from '../describe-entry.ts';
import { guide } from '../guide.ts';
import { isGroup, type Group } from '../taxon.ts';

/** All birds of the guide, by order and family. */
export const guideResource: GuideResource = (): ResourceResult => `# Birds\n\n${listMembers(guide)}\n`;

function listMembers({ members }: Group, indent = ''): string {
  const lines = members.map((member) =>
    isGroup(member)
      ? `${indent}- ${member.name} (${member.latin})\n${listMembers(member, `${indent}  `)}`
      : `${indent}- [${member.name}](birds://guide/${toId(member.name)}) (${member.latin})`,
  );
  return lines.join('\n');
}
