import { results } from 'create-mcp-from-schema/runtime';
import type { TriggerElicitationRequest } from '../../generated/handlers.ts';

const labels = {
  name: 'Name',
  check: 'Agreed to terms',
  email: 'Email',
  homepage: 'Homepage',
  birthdate: 'Birthdate',
  integer: 'Favorite Integer',
  number: 'Favorite Number',
} as const;

export const triggerElicitationRequest: TriggerElicitationRequest = async (_input, { elicitations }) => {
  const answer = await elicitations.fields();
  const raw = `\nRaw result: ${JSON.stringify(answer, null, 2)}`;
  if (answer.action === 'decline') return results(['❌ User declined to provide the requested information.', raw]);
  if (answer.action === 'cancel') return results(['⚠️ User cancelled the elicitation dialog.', raw]);
  const lines = Object.entries(labels).flatMap(([name, label]) => {
    const value = answer.content[name as keyof typeof labels];
    return value === undefined || value === '' ? [] : [`- ${label}: ${value}`];
  });
  return results(['✅ User provided the requested information!', `User inputs:\n${lines.join('\n')}`, raw]);
};
