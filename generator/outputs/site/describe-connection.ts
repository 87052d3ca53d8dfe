import { setEntry } from '../connect/edit-configuration.js';
import type { Entry, Client, LocalServer, Machine, RemoteServer } from '../connect/client.js';
import { clients } from '../connect/clients.js';
import { linkCursor, linkVsCode } from '../connect/install-links.js';
import { toServerName } from '../connect/local-server.js';
import type { Model } from '../../core/model/model.js';
import type { Anchors } from '../../feature-kit/pages/anchors.js';
import {
  code,
  joinLines,
  link,
  paragraph,
  text,
  type Block,
  type Line,
  type SectionBlock,
} from '../../feature-kit/pages/document.js';
import { findStdioObstacle } from '../../features/bind/bind-part.js';
import { authPart } from '../../features/auth/auth-part.js';

/** How to connect to a server. */
export interface Connection {
  /** URL of the endpoint. Default: an example. */
  readonly url?: string | undefined;
  /** Whether readers can start the server themselves. */
  readonly isLocal: boolean;
}

/** URL of a server that runs on the reader's machine with `--http`. */
const localUrl = 'http://127.0.0.1:3000/mcp';
const exampleUrl = 'https://example.com/mcp';

/** Describes how to connect each client to a server: its configuration, and links that install the server. */
export function describeConnection(model: Model, connection: Connection, anchors: Anchors): SectionBlock {
  const name = toServerName(model.server.name);
  const { url, isLocal } = connection;
  const remote: RemoteServer = { name, url: url ?? (isLocal ? localUrl : exampleUrl), headers: [] };
  const folder = `/path/to/${name}`;
  const program: LocalServer = { name, command: 'node', args: [`${folder}/dist/server.mjs`] };
  const hasStdio = findStdioObstacle(model) === undefined;
  const local = isLocal && hasStdio ? program : undefined;
  const blocks: readonly Block[] = [
    ...(isLocal ? explainLocal(program, remote, { isHere: url === undefined, hasStdio }) : explainRemote(url)),
    ...(url === undefined ? [] : installLinks(remote)),
    ...clients.map((client) =>
      describeClient(client, { local, remote, hasAuth: authPart.of(model) !== undefined, anchors }),
    ),
  ];
  return {
    kind: 'section',
    id: anchors.give('section', 'connect'),
    heading: [text('Connect')],
    isOneLink: true,
    blocks,
  };
}

/**
 * @param options Whether the server runs on the reader's machine, and whether it can be used over stdio.
 */
function explainLocal(
  { command, args }: LocalServer,
  { url }: RemoteServer,
  { isHere, hasStdio }: { readonly isHere: boolean; readonly hasStdio: boolean },
): readonly Block[] {
  const both = hasStdio ? '. The configurations below show both options; you need only one.' : '.';
  return [
    ...paragraph(
      text(`This command starts the server${hasStdio ? ' on stdio' : ''}. Replace `),
      code('/path/to'),
      text(' with its actual path. Node 20.19 or later is required.'),
    ),
    { kind: 'code', language: 'sh', text: [command, ...args, ...(hasStdio ? [] : ['--http', '3000'])].join(' ') },
    ...paragraph(
      text(isHere && hasStdio ? 'With ' : 'The server is available at '),
      ...(isHere && hasStdio ? [code('--http 3000'), text(' it is available at ')] : []),
      code(url),
      text(both),
    ),
  ];
}

function explainRemote(url: string | undefined): readonly Block[] {
  if (url !== undefined) return paragraph(text('The URL of the server is '), code(url), text('.'));
  return paragraph(
    text('The URL of the server is the origin of this page, followed by '),
    code('mcp'),
    text(' unless its operator specifies another one. In the configurations below, use it instead of '),
    code(exampleUrl),
    text('.'),
  );
}

function installLinks(remote: RemoteServer): readonly Block[] {
  const makers = { vscode: linkVsCode, cursor: linkCursor };
  const links = Object.entries(makers).flatMap(([id, makeLink]): Line[] => {
    const client = clients.find((each) => each.id === id);
    const entry = client?.remote?.(remote);
    return client && entry ? [[link(`Install in ${client.title}`, makeLink(remote.name, entry).web)]] : [];
  });
  return paragraph(...joinLines(links, ' or '), text('.'));
}

interface ClientContext {
  readonly local: LocalServer | undefined;
  readonly remote: RemoteServer;
  readonly hasAuth: boolean;
  readonly anchors: Anchors;
}

function describeClient(client: Client, { local, remote, hasAuth, anchors }: ClientContext): SectionBlock {
  const remoteEntry = client.remote?.(remote);
  const blocks: readonly Block[] = [
    ...(local || remoteEntry ? placeOf(client) : []),
    ...(local ? [configuration(client, local.name, client.local(local))] : []),
    ...(local && remoteEntry ? paragraph(text('Or over HTTP:')) : []),
    ...(remoteEntry ? [configuration(client, remote.name, remoteEntry)] : []),
    ...(remoteEntry === undefined && client.remoteByHand !== undefined
      ? paragraph(text('Over HTTP: '), code(remote.url), text(` under ${client.remoteByHand}.`))
      : []),
    ...(hasAuth && client.signIn !== undefined ? paragraph(text(`To sign in: ${client.signIn}.`)) : []),
    ...paragraph(text(client.reload)),
  ];
  return {
    kind: 'section',
    id: anchors.give('host', client.id),
    heading: [text(client.title)],
    isFolded: true,
    blocks,
  };
}

function configuration(client: Client, name: string, entry: Entry): Block {
  return { kind: 'code', language: client.format, text: setEntry(client, '', name, entry, client.newEntry).trimEnd() };
}

const machines: readonly (readonly [system: string, machine: Machine])[] = [
  ['macOS', { home: '~', platform: 'darwin', environment: {} }],
  ['Linux', { home: '~', platform: 'linux', environment: {} }],
  ['Windows', { home: '%USERPROFILE%', platform: 'win32', environment: { APPDATA: '%APPDATA%' } }],
];

/** Returns the path of a configuration file, as text for the page. */
function placeOf(client: Client): readonly Block[] {
  const { projectFile, userFile } = client;
  const systems = new Map<string, string[]>();
  for (const [system, machine] of userFile ? machines : []) {
    const file = userFile?.(machine) ?? '';
    systems.set(file, [...(systems.get(file) ?? []), system]);
  }
  const places: readonly Line[] = [
    ...[...systems].map(([file, names]) => [
      code(file),
      ...(systems.size === 1 ? [] : [text(` (${names.join(' and ')})`)]),
    ]),
    ...(projectFile === undefined ? [] : [[code(projectFile), text(' of a project')]]),
  ];
  if (places.length > 0) return paragraph(text('In '), ...joinLines(places, ', or '), text(':'));
  const byHand = client.byHand?.({ name: 'name', command: 'node', args: [] });
  return byHand === undefined ? [] : paragraph(text(`${byHand}:`));
}
