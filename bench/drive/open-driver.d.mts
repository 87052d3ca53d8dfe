/** Makes calls to one server. */
export interface Driver {
  readonly pid: number;
  prepare(): Promise<void>;
  run(milliseconds: number): Promise<{ readonly calls: number }>;
  close(): void;
}

/** Starts a server, makes one request of the measured kind, and checks the response. */
export function openDriver(subject: {
  readonly transport: 'stdio' | 'http';
  readonly command: (port?: number) => readonly string[];
  readonly plan: {
    readonly request: object;
    readonly era: 'legacy' | 'modern';
    readonly tools: number;
    readonly inFlight: number;
  };
}): Promise<Driver>;
