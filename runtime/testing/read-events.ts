/** An event of a stream: its data, its id, and how many milliseconds a client that comes back should wait. */
export interface ServerSentEvent {
  readonly data: string;
  readonly id: string | undefined;
  readonly retryMs: number | undefined;
}

/** @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) yield readEvent(block);
  }
}

function readEvent(block: string): ServerSentEvent {
  const field = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const retry = field('retry');
  return { data: field('data') ?? '', id: field('id'), retryMs: retry === undefined ? undefined : Number(retry) };
}
