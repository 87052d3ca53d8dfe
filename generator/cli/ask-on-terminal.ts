import type { Readable, Writable } from 'node:stream';
import { isCancel, select, text } from '@clack/prompts';
import type { Question } from './cli-io.js';

/** Prompts on the terminal until the input is valid. Returns `undefined` if the user quits (Ctrl+C). */
export async function askOnTerminal(
  question: Question,
  input: Readable,
  output: Writable,
): Promise<string | undefined> {
  const { message } = question;
  if (question.kind === 'choice') {
    const options = question.choices.map((choice) => ({ ...choice }));
    const chosen = await select<string>({ message, options, input, output });
    return isCancel(chosen) ? undefined : chosen;
  }
  const { defaultValue, explain } = question;
  const complete = (input: string | undefined): string => input?.trim() || (defaultValue ?? '');
  const typed = await text({
    message,
    input,
    output,
    ...(defaultValue !== undefined && { placeholder: defaultValue }),
    ...(explain && { validate: (input) => explain(complete(input)) }),
  });
  return isCancel(typed) ? undefined : complete(typed);
}
