import { PassThrough } from 'node:stream';
import type { ServerControl } from '../../runtime/index.js';
import { StdioServing } from '../../runtime/transports/node/serve-stdio.js';
import { openService } from '../kit/open-service.js';
import { controlServer } from '../../runtime/core/sharing/server-control.js';
import { parseLines, turn, type Subject, type Wire } from './wire.js';

/** A conversation over a pair of streams with a server whose offer a test can change. */
export interface ControlledServer {
  readonly control: ServerControl;
  /** Sends messages, and gives what the server has said when the last request is answered or acknowledged. */
  ask(...messages: readonly Wire[]): Promise<readonly Wire[]>;
  /** Ends the input and gives what the server still says. */
  end(): Promise<readonly Wire[]>;
}

/** Serves over streams, with the control that `setup` gets. */
export function serveControlled(subject: Subject): ControlledServer {
  const input = new PassThrough();
  const output = new PassThrough();
  let said = '';
  output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const service = openService(subject);
  const serving = new StdioServing(service, { input, output });
  const take = (): readonly Wire[] => {
    const text = said;
    said = '';
    return parseLines(text);
  };
  return {
    control: controlServer(service),
    ask: async (...messages) => {
      input.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
      const ids = messages.flatMap(({ id }) => (id === undefined ? [] : [id as unknown]));
      // What is said of its own accord goes out at the end of a turn.
      for (let count = 0; count < 3; count += 1) await turn();
      while (!ids.every((id) => parseLines(said).some((message) => idOf(message) === id))) await turn();
      return take();
    },
    end: async () => {
      input.end();
      await serving.finished;
      return take();
    },
  };
}

/** The id of the request that a message answers or acknowledges. */
function idOf({ id, method, params }: Wire): unknown {
  const isAcknowledged = method === 'notifications/subscriptions/acknowledged';
  return isAcknowledged ? params._meta['io.modelcontextprotocol/subscriptionId'] : id;
}
