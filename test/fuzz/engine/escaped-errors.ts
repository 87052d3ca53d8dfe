let escaped: string | undefined;

function note(error: unknown): void {
  escaped ??= error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** From now on an exception or a rejection that no code catches is noted instead of ending the process. */
export function watchEscaped(): void {
  process.on('uncaughtException', note).on('unhandledRejection', note);
}

/** Takes the error that has escaped since the last call; `undefined` when none has. */
export function takeEscaped(): string | undefined {
  const taken = escaped;
  escaped = undefined;
  return taken;
}
