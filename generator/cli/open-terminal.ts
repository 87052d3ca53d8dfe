import { createInterface } from 'node:readline';

/** Asks questions on a terminal. */
export interface Terminal {
  /** The answer, without line end; `undefined` when the user leaves (Ctrl+C, Ctrl+D). */
  readonly ask: (question: string) => Promise<string | undefined>;
  readonly close: () => void;
}

/** Opens a terminal. Lines that are typed or pasted ahead answer the questions to come. */
export function openTerminal(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Terminal {
  const readline = createInterface({ input, output });
  const lines = readline[Symbol.asyncIterator]();
  return {
    async ask(question) {
      readline.setPrompt(question);
      readline.prompt();
      const line = await lines.next();
      return line.done ? undefined : line.value;
    },
    close: () => readline.close(),
  };
}
