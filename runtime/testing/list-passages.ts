import { legacyRevisions, modernRevisions, type Revision } from '../protocol/revisions.js';

/** How messages travel: lines, messages with `Content-Length`, or Streamable HTTP (with a session where there are any). */
export type Transport = 'stdio' | 'stdio-content-length' | 'http';

/** A way on which a call can be made. */
export interface Passage {
  readonly revision: Revision;
  readonly transport: Transport;
  /** The client has the extension for long-running tasks. */
  readonly isTask: boolean;
}

const transports: readonly Transport[] = ['stdio', 'stdio-content-length', 'http'];

/** Every way there is, oldest revision first; as a task at the end. */
export function listPassages(): readonly Passage[] {
  const plain = [...legacyRevisions, ...modernRevisions].flatMap((revision) =>
    transports.map((transport) => ({ revision, transport, isTask: false })),
  );
  const tasks = modernRevisions.flatMap((revision) =>
    (['stdio', 'http'] as const).map((transport) => ({ revision, transport, isTask: true })),
  );
  return [...plain, ...tasks];
}

const transportNames: { readonly [transport in Transport]: string } = {
  stdio: 'stdio',
  'stdio-content-length': 'stdio with Content-Length',
  http: 'HTTP',
};

/** What a passage is called in reports. */
export function namePassage({ revision, transport, isTask }: Passage): string {
  return `${revision}${isTask ? ' as a task' : ''} over ${transportNames[transport]}`;
}
