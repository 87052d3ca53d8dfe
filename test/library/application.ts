import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { visit, type Visitor, type Visit } from './browser.js';

/** Versions of the official SDK. */
export type Sdk = 'SDK v1' | 'SDK v2';

/** Answer of a token endpoint. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly scope?: string;
}

/** An application of a user, with one of the official clients. It keeps its registration and its tokens while it runs. */
export interface Application {
  /** Connects; rejects when the user has to log in first. */
  connect(): Promise<Connected>;
  /** Has the user answer what the authorization server asks, and takes the tokens. */
  logIn(user: Visitor): Promise<Visit>;
  /** Scopes of the access token. */
  scopes(): readonly string[];
  /** The tokens, as the authorization server sent them. */
  tokens(): Tokens | undefined;
}

/** The part of both clients that the tests use. */
export type Connected = Pick<ClientV2, 'listTools' | 'close'> & {
  callTool(params: { name: string; arguments: { [name: string]: unknown } }): Promise<unknown>;
  readResource(params: { uri: string }): Promise<unknown>;
  getPrompt(params: { name: string; arguments?: { [name: string]: string } }): Promise<unknown>;
};

const identity = { name: 'test', version: '1.0.0' };

/** Creates an application that uses the server at an address. */
export function createApplication(sdk: Sdk, url: URL): Application {
  const memory = new Memory();
  // With a refresh token the first SDK refreshes when scopes are missing, which gives no more of them.
  if (sdk === 'SDK v2') memory.clientMetadata.grant_types.push('refresh_token');
  let finish: (answer: URLSearchParams) => Promise<void> = async () => {};
  return {
    scopes: () => memory.kept?.scope?.split(' ') ?? [],
    tokens: () => memory.kept,
    connect: async () => {
      if (sdk === 'SDK v1') {
        const transport = new TransportV1(url, { authProvider: memory });
        finish = (answer) => transport.finishAuth(answer.get('code') ?? '');
        const client = new ClientV1(identity);
        await client.connect(transport as never);
        return client as unknown as Connected;
      }
      const transport = new TransportV2(url, { authProvider: memory });
      finish = (answer) => transport.finishAuth(answer);
      const client = new ClientV2(identity, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
      await client.connect(transport);
      return client as Connected;
    },
    logIn: async (user) => {
      const visited = await visit(memory.takeTarget(), user);
      if (visited.address.searchParams.has('code')) await finish(visited.address.searchParams);
      return visited;
    },
  };
}

/** What an application keeps between the steps of a login: the port that both SDKs ask for. */
class Memory {
  readonly redirectUrl = 'http://127.0.0.1:1/callback';
  readonly clientMetadata = {
    client_name: 'A <b>reading</b> app',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  kept: Tokens | undefined;
  #client: never | undefined;
  #discovered: never | undefined;
  #verifier = '';
  #target: URL | undefined;

  clientInformation = () => this.#client;
  saveClientInformation = (client: unknown) => void (this.#client = client as never);
  tokens = () => this.kept as never;
  saveTokens = (tokens: unknown) => void (this.kept = tokens as Tokens);
  discoveryState = () => this.#discovered;
  saveDiscoveryState = (state: unknown) => void (this.#discovered = state as never);
  codeVerifier = () => this.#verifier;
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier);
  redirectToAuthorization = (target: URL) => void (this.#target = target);

  /** The address that the SDK wants opened in a browser. */
  takeTarget(): URL {
    const target = this.#target;
    this.#target = undefined;
    if (!target) throw new Error('The client asked for no login');
    return target;
  }
}
