import path from 'node:path';
import { linkPackages } from '../kit/link-packages.mjs';
import { cli, questions, write } from './project.mjs';
import { runProgram } from './run-program.mjs';

const files = {
  'definitions/cards.mcp.yaml': `server: { name: cards, version: 1.0.0 }
tools:
  show:
    description: Shows a card.
    inputSchema: { type: object, properties: {} }
    handler: ../show.ts#show
    ui: { view: ../views/card }
`,
  'show.ts': `export const show = (): string => 'a card';\n`,
  'views/card/index.html': '<p id="card"></p><script type="module" src="./view.ts"></script>\n',
  'views/card/view.ts': `import { openCard } from '../../generated/views/card.ts';
document.title = 'page of a card';
openCard().onResult(({ text }) => document.querySelector('#card')?.append(text));
`,
};

/** Requests of a client that reads the page of the view. */
export const viewQuestions = [
  questions[0].request,
  { jsonrpc: '2.0', id: 2, method: 'resources/read', params: { uri: 'ui://cards/card' } },
];

/**
 * Makes and builds a project whose tool has a view, with the packages of this repository.
 *
 * @param {string} project folder, which does not exist
 */
export async function makeViewProject(project) {
  for (const [file, text] of Object.entries(files)) write(path.join(project, file), text);
  linkPackages(project);
  for (const command of [['generate'], ['build', '--web']]) {
    await runProgram(process.execPath, [cli, ...command], { cwd: project });
  }
}
