import { error, type ElicitOptions, type ElicitResult, type HandlerContext } from 'create-mcp-from-schema/runtime';
import type { LendBook, LendBookQuestions } from '../../generated/handlers.ts';

/** How a question is asked; `ask` and `revision` here are words of a comment. */
const options: ElicitOptions = { unavailable: 'cancel' };

export const lendBook: LendBook = async ({ isbn }, context) => {
  const { elicit: ask, elicitations, idempotencyKey } = context;
  if (isbn === '') return error('Which book?');
  const answer = await elicitations.confirm({ isbn });
  if (answer.action !== 'accept') return 'Not lent.';
  const name: ElicitResult<{ name: string }> = await ask(
    'Who are you?',
    { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    options,
  );
  if (name.action !== 'accept') return `Lent for ${answer.content.weeks} weeks.`;
  context.closeStream();
  return `Lent to ${name.content.name} for ${answer.content.weeks} weeks${idempotencyKey === '' ? '!' : '.'}`;
};

/** Asks again, with names of its own that look like ours. */
export async function askAgain(context: HandlerContext<LendBookQuestions>, isbn: string): Promise<string> {
  const own = { ask: 'own', flowId: isbn, elicit: { confirm: isbn } };
  const elicit = own.elicit.confirm;
  const again = await context.elicitations.confirm({ isbn: elicit });
  return again.action === 'accept' ? own.ask : context.idempotencyKey;
}
