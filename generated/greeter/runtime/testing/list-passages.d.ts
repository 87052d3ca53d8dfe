import { type Revision } from '../protocol/revisions.js';
/** How messages travel: lines, messages with `Content-Length`, or Streamable HTTP (with a session where there are any). */
export type Transport = 'stdio' | 'stdio-content-length' | 'http';
/** A way on which a call can be made. */
export interface Passage {
    readonly revision: Revision;
    readonly transport: Transport;
    /** The client has the extension for long-running tasks. */
    readonly isTask: boolean;
}
/** Every way there is, oldest revision first; as a task at the end. */
export declare function listPassages(): readonly Passage[];
/** What a passage is called in reports. */
export declare function namePassage({ revision, transport, isTask }: Passage): string;
