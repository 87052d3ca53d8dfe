/** A red PNG of 1 × 1 pixels. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Dwn4EIAABrnQH9Jgp4WgAAAABJRU5ErkJggg==';

/** A server with the questions and answers that are rarer: pages to open, the model, folders, pictures, sounds, a crash. */
export const gallery = {
  'definitions/gallery.mcp.yaml': `server:
  name: gallery
  title: The Gallery
  version: 2.1.0
  capabilities: { resources: { subscribe: true } }

tools:
  sign_in:
    description: Opens the page of the gallery where members sign in.
    elicitations:
      page: { message: Sign in on this page., url: 'https://gallery.example/sign-in?for={{name}}' }
  caption: { description: Lets the model write a caption. }
  folders: { description: Says in which folders the gallery may look. }
  draw: { description: Draws a red dot. }
  sing: { description: Sings a short tone. }
  dangerous_picture: { description: Answers with a picture that could contain a script. }
  everything: { description: Lists everything that the gallery has. }
  close_abruptly: { description: Ends the process of the server. }
  hang:
    description: Hangs a picture.
    inputSchema: { type: object, properties: { title: { type: string } }, required: [title] }

resources:
  gallery://board: { name: board, title: The board, mimeType: text/plain }

resourceTemplates:
  'gallery://artists/{artist}':
    name: artist
    description: The works of one artist.
    mimeType: text/plain
    variables: { artist: { description: Family name., complete: [af Klint, Kahlo, Klee, Miró] } }
`,
  'handlers/tools/sign-in.ts': `import type { SignIn } from '../../generated/handlers.ts';
export const signIn: SignIn = async (_input, { elicitations }) => \`The user says: \${(await elicitations.page({ name: 'Ada Lovelace' })).action}\`;
`,
  'handlers/tools/caption.ts': `import type { Caption } from '../../generated/handlers.ts';
export const caption: Caption = async (_input, { sample }) => {
  const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'A caption for a red dot, please.' } }];
  const { content, model } = await sample({ messages, maxTokens: 50 });
  return \`\${model}: \${JSON.stringify(content)}\`;
};
`,
  'handlers/tools/folders.ts': `import type { Folders } from '../../generated/handlers.ts';
export const folders: Folders = async (_input, { roots }) => {
  const found = await roots();
  return found.map(({ uri }) => uri).join(' and ');
};
`,
  'handlers/tools/draw.ts': `import { image } from 'create-mcp-from-schema/runtime';
import type { Draw } from '../../generated/handlers.ts';
export const draw: Draw = async () => image('${png}', 'image/png');
`,
  'handlers/tools/sing.ts': `import { audio } from 'create-mcp-from-schema/runtime';
import type { Sing } from '../../generated/handlers.ts';
/** A WAV file with 100 samples of silence. */
export const sing: Sing = async () => {
  const wav = Buffer.alloc(144, 128);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(136, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(8000, 24);
  wav.writeUInt32LE(8000, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(100, 40);
  return audio(wav, 'audio/wav');
};
`,
  'handlers/tools/dangerous-picture.ts': `import { image } from 'create-mcp-from-schema/runtime';
import type { DangerousPicture } from '../../generated/handlers.ts';
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.broken = 1"><script>globalThis.broken = 1</script></svg>';
export const dangerousPicture: DangerousPicture = async () => image(Buffer.from(drawing), 'image/svg+xml');
`,
  'handlers/tools/everything.ts': `import type { Everything } from '../../generated/handlers.ts';
export const everything: Everything = async () =>
  [...Array.from({ length: 20_000 }, (_, index) => \`Picture \${index} of the collection\`), 'The very last one'].join('\\n');
`,
  'handlers/tools/close-abruptly.ts': `import type { CloseAbruptly } from '../../generated/handlers.ts';
export const closeAbruptly: CloseAbruptly = async () => process.exit(7);
`,
  'handlers/tools/hang.ts': `import type { Hang } from '../../generated/handlers.ts';
import { board } from '../board.ts';
export const hang: Hang = async ({ title }) => {
  board.hang(title);
  return \`\${title} hangs.\`;
};
`,
  'handlers/board.ts': `const pictures: string[] = [];
let changed = (): void => {};
export const board = {
  hang(title: string): void {
    pictures.push(title);
    changed();
  },
  list: (): string => pictures.join(', ') || 'nothing yet',
  onChange(listener: () => void): void {
    changed = listener;
  },
};
`,
  'handlers/server.ts': `import type { ServerControl, StartOptions } from 'create-mcp-from-schema/runtime/node';
import { board } from './board.ts';
export const options: StartOptions = {};
export async function setup(server: ServerControl): Promise<void> {
  board.onChange(() => server.resources.updated('gallery://board'));
}
export async function close(): Promise<void> {}
`,
  'handlers/resources/board.ts': `import type { BoardResource } from '../../generated/handlers.ts';
import { board } from '../board.ts';
export const boardResource: BoardResource = async () => \`On the wall: \${board.list()}\`;
`,
  'handlers/resources/artist.ts': `import type { ArtistResource } from '../../generated/handlers.ts';
export const artistResource: ArtistResource = async ({ artist }) => \`Works by \${artist}.\`;
`,
};
