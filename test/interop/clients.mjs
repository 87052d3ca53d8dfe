/**
 * A row of the matrix: one way in which a client, or an official client behind a proxy, reaches the server.
 *
 * @typedef {object} Way
 * @property {'stdio' | 'HTTP'} serve what the server serves
 * @property {'stdio' | 'HTTP'} [proxy] what a proxy serves to its client
 * @property {'v1' | 'v2'} [sdk] the official client in front of a proxy; v2 negotiates the newest protocol version
 * @property {readonly string[]} [options] options of a proxy
 * @property {{ readonly [cell: string]: string }} [notes] footnotes by the name of the cell
 *
 * @typedef {object} Client
 * @property {string} name of its package
 * @property {string} version
 * @property {string} driver name of its module in `drivers/`
 * @property {boolean} [usesSdk] the driver uses an official client
 * @property {boolean} [isLarge] is installed without its optional dependencies
 * @property {readonly Way[]} ways
 */

/** Packages that the clients depend on have the versions of this day. */
export const installedAsOf = '2026-11-24';

/** The official clients, which talk to proxies and to libraries that take a connected client. */
export const officialClients = { '@modelcontextprotocol/sdk': '1.32.2', '@modelcontextprotocol/client': '2.4.0' };

/** Version of Node for the clients. Some do not run on the oldest one that servers run on. */
export const nodeVersion = '24.21.0';

const discoversQuickly = {
  'protocol version':
    'The client falls back to 2025-11-25 when a program on stdio does not answer `server/discover` within one second.',
};
const helpersDropIt =
  'The helpers pass on the `content` of a result. They use `structuredContent` only if there is no `content`.';
const ownClient = {
  elicitation:
    'Only with `loadMcpTools` and your own client that declares the capability. `MultiServerMCPClient` declares none, ' +
    'and calls with elicitations fail with an error that names the reason.',
  'shown to the model':
    'The structured value is a member of the text block. The model provider determines whether it is sent.',
};
const noCapability = {
  elicitation: 'The client declares no capabilities. Calls with elicitations fail with an error that names the reason.',
};
const noRelay = {
  elicitation:
    'The proxy does not relay server requests. Calls with elicitations fail with an error that names the reason.',
};
const onePerRequest =
  'Every request gets a separate server process. Calls with elicitations fail with an error that names the reason.';
const oldVersion =
  'The proxy initializes the server with protocol version 2024-11-05, which has no structured content ' +
  '([`--protocolVersion`](../../docs/connect.md#client-libraries-and-proxies)).';
const answersItself = {
  elicitation:
    'The proxy declares the capability of its client, and responds to the elicitation itself with "Method not found". ' +
    'The handler gets `cancel`.',
};

/**
 * The clients and proxies that servers are tested with, in exact versions.
 *
 * @type {readonly Client[]}
 */
export const clients = [
  {
    name: '@ai-sdk/mcp',
    version: '2.0.99',
    driver: 'ai-sdk',
    ways: [{ serve: 'stdio', notes: discoversQuickly }, { serve: 'HTTP' }],
  },
  { name: '@langchain/mcp-adapters', version: '1.1.4', driver: 'langchain', usesSdk: true, ways: both(ownClient) },
  { name: '@openai/agents', version: '0.20.0', driver: 'openai-agents', ways: both(noCapability) },
  { name: '@mastra/mcp', version: '2.0.0', driver: 'mastra', ways: both() },
  {
    name: '@anthropic-ai/sdk',
    version: '1.13.0',
    driver: 'anthropic',
    usesSdk: true,
    ways: both({ structured: helpersDropIt }),
  },
  // Version 2 is a framework for servers, without this client.
  { name: 'mcp-use', version: '1.34.6', driver: 'mcp-use', isLarge: true, ways: both() },
  {
    name: 'mcp-remote',
    version: '0.15.1',
    driver: 'mcp-remote',
    usesSdk: true,
    ways: [
      { proxy: 'stdio', serve: 'HTTP', sdk: 'v1' },
      { proxy: 'stdio', serve: 'HTTP', sdk: 'v1', options: ['--protocol', 'auto'] },
      { proxy: 'stdio', serve: 'HTTP', sdk: 'v2' },
    ],
  },
  {
    name: 'mcp-proxy',
    version: '6.7.19',
    driver: 'mcp-proxy',
    usesSdk: true,
    ways: [
      { proxy: 'HTTP', serve: 'stdio', sdk: 'v1', notes: noRelay },
      { proxy: 'HTTP', serve: 'stdio', sdk: 'v2', options: ['--upstreamProtocol', 'auto'], notes: noRelay },
    ],
  },
  {
    name: 'supergateway',
    version: '4.0.0',
    driver: 'supergateway',
    usesSdk: true,
    ways: [
      {
        proxy: 'HTTP',
        serve: 'stdio',
        sdk: 'v1',
        notes: { 'protocol version': oldVersion, structured: oldVersion, elicitation: onePerRequest },
      },
      {
        proxy: 'HTTP',
        serve: 'stdio',
        sdk: 'v1',
        options: ['--protocolVersion', '2025-11-25'],
        notes: { elicitation: onePerRequest },
      },
      { proxy: 'HTTP', serve: 'stdio', sdk: 'v1', options: ['--stateful'] },
      { proxy: 'HTTP', serve: 'stdio', sdk: 'v2' },
      { proxy: 'stdio', serve: 'HTTP', sdk: 'v1', notes: answersItself },
    ],
  },
];

function both(notes) {
  return [
    { serve: 'stdio', notes },
    { serve: 'HTTP', notes },
  ];
}

/**
 * The first cells of a row: the client, and how it reaches the server.
 *
 * @param {Client} client
 * @param {Way} way
 * @returns {readonly [string, string]}
 */
export function titleOf({ name, version }, { serve, proxy, sdk, options = [] }) {
  if (proxy === undefined) return [`${name} ${version}`, serve];
  const with_ = options.length === 0 ? [] : [`\`${options.join(' ')}\``];
  return [`${name} ${version}`, [`SDK ${sdk} → ${proxy} → ${serve}`, ...with_].join(', ')];
}
