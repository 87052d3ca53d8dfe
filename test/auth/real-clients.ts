import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
  UnauthorizedError as UnauthorizedV2,
} from '@modelcontextprotocol/client';
import { UnauthorizedError as UnauthorizedV1 } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { openInBrowser } from './authorization-server.mjs';

/** What a test may change of an application. */
export interface ApplicationSettings {
  /** Grants that it registers for. With a refresh token the clients refresh when a scope is missing, which gives no more scopes. */
  readonly grants?: readonly string[];
  /** Address of its Client ID Metadata Document. */
  readonly clientMetadataUrl?: string;
}

/** Where the authorization server sends users back to. */
export const redirectUrl = 'http://127.0.0.1:1/callback';

/** Memory of an application between the steps of an authorization. */
export class Application {
  readonly redirectUrl = redirectUrl;
  readonly clientMetadata;
  readonly clientMetadataUrl?: string;
  #client: unknown;
  #tokens: unknown;
  #verifier = '';
  #target: URL | undefined;

  constructor({ grants = ['authorization_code'], clientMetadataUrl }: ApplicationSettings = {}) {
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
    this.clientMetadata = {
      client_name: 'test',
      redirect_uris: [redirectUrl],
      grant_types: [...grants],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native' as const,
    };
  }

  clientInformation(): never {
    return this.#client as never;
  }

  saveClientInformation(client: unknown): void {
    this.#client = client;
  }

  tokens(): never {
    return this.#tokens as never;
  }

  saveTokens(tokens: unknown): void {
    this.#tokens = tokens;
  }

  redirectToAuthorization(target: URL): void {
    this.#target = target;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  /** The access token that it has. */
  get accessToken(): string {
    return (this.#tokens as { readonly access_token: string }).access_token;
  }

  /** The user agrees; returns the parameters that the application gets. */
  async agree(): Promise<URLSearchParams> {
    const target = this.#target;
    this.#target = undefined;
    if (target === undefined) throw new Error('The client asked for no authorization');
    return (await openInBrowser(target)).searchParams;
  }
}

/** An official client. */
export interface RealClient {
  connect(): Promise<void>;
  call(name: string, input?: object): Promise<unknown>;
  /** Ends an authorization. */
  finish(answer: URLSearchParams): Promise<void>;
  /** Id of its session; `undefined` without one. */
  session(): string | undefined;
  close(): Promise<void>;
}

const identity = { name: 'test', version: '1.0.0' };

/** The official clients, and the error with which they ask for an authorization. */
export const realClients = {
  'SDK v1': {
    Unauthorized: UnauthorizedV1,
    open: (url: URL, application: Application): RealClient => {
      const transport = new TransportV1(url, { authProvider: application });
      const client = new ClientV1(identity);
      return {
        connect: () => client.connect(transport as never),
        call: (name, input = {}) => client.callTool({ name, arguments: { ...input } }),
        finish: (answer) => transport.finishAuth(answer.get('code') ?? ''),
        session: () => transport.sessionId,
        close: () => client.close(),
      };
    },
  },
  'SDK v2': {
    Unauthorized: UnauthorizedV2,
    open: (url: URL, application: Application): RealClient => {
      const transport = new TransportV2(url, { authProvider: application });
      const client = new ClientV2(identity, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
      return {
        connect: () => client.connect(transport),
        call: (name, input = {}) => client.callTool({ name, arguments: { ...input } }),
        finish: (answer) => transport.finishAuth(answer),
        session: () => transport.sessionId,
        close: () => client.close(),
      };
    },
  },
};

/** Connects a client whose user agrees once. */
export async function connectOnce(open: () => RealClient, application: Application): Promise<RealClient> {
  const first = open();
  const isConnected = await first.connect().then(
    () => true,
    () => false,
  );
  if (isConnected) throw new Error('The server asked for no authorization');
  await first.finish(await application.agree());
  const client = open();
  await client.connect();
  return client;
}
