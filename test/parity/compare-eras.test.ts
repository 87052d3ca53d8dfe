import { expect, test } from 'vitest';
import { compareEras } from '../../runtime/testing/index.js';
import { nameSchema, type Asking } from '../wire/asking.js';
import { oneTool } from '../wire/fixture-server.js';

const probe = { tool: 'probe' } as const;
const accepted = { action: 'accept', content: { name: 'x' } } as const;
const greet: Asking = async (_, { ask }) => {
  const answer = await ask('What is your name?', nameSchema, { key: 'user_name' });
  return answer.action === 'accept' ? `Hello, ${answer.content['name']}!` : answer.action;
};
test('x', async () => {
  const r = await compareEras(oneTool(greet, { task: { support: 'optional' } }), { call: probe, answers: [accepted] });
  console.log(JSON.stringify(r, null, 1));
});
