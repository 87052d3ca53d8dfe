/** Server that the Dev UI shows. */
export interface ServerTarget {
  /** Address or command of the server, or the folder of its project. */
  readonly label: string;
  /** How the host reaches the server. */
  readonly transport: 'stdio' | 'Streamable HTTP';
  /** Whether calls can be saved, because the server's definitions are local. */
  readonly canSave: boolean;
  /** Command that starts the official Inspector on the server. */
  readonly inspector: string;
}

/** Event that the host sends to an open page. */
export type HostEvent =
  | { readonly kind: 'hello'; readonly target: ServerTarget; readonly reports: readonly ProjectReport[] }
  | {
      readonly kind: 'message';
      readonly connection: number;
      readonly direction: 'sent' | 'received';
      /** Unix time in milliseconds. */
      readonly time: number;
      /** Message as sent on the wire. */
      readonly text: string;
      /** Action of the transport instead of sending the message. */
      readonly instead?: string;
      /** ID of the request whose response stream contained the message; absent if unknown. */
      readonly request?: unknown;
    }
  | {
      readonly kind: 'failed';
      readonly connection: number;
      readonly id: unknown;
      readonly reason: string;
      /** HTTP status of the response, if there was one. */
      readonly status?: number;
    }
  | { readonly kind: 'ended'; readonly connection: number; readonly reason: string }
  | { readonly kind: 'report'; readonly report: ProjectReport }
  /** A new version of the server has taken over; `files` are the changed project files. */
  | { readonly kind: 'replaced'; readonly connection: number; readonly files: readonly string[] };

/** Problems of the project, or of the server's startup; empty if there are none. */
export interface ProjectReport {
  readonly topic: 'definitions' | 'code' | 'types' | 'start';
  readonly text: string;
}
