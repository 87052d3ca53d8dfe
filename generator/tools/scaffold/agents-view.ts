/** Project as `AGENTS.md` describes it. */
interface DescribedProject {
  /** Package manager. Default: npm. */
  readonly manager?: string | undefined;
  /** Paths of the definitions, relative to the project. */
  readonly definitions: readonly string[];
  /** Whether the project has handlers. */
  readonly hasHandlers: boolean;
  /** Whether tools call an HTTP API. */
  readonly callsApi: boolean;
}

/** Commands that run a script of the project, its tests, and a program of its packages. */
interface Commands {
  readonly run: string;
  readonly test: string;
  readonly exec: string;
}

const npm: Commands = { run: 'npm run', test: 'npm test', exec: 'npx' };
const commands: ReadonlyMap<string, Commands> = new Map([
  ['pnpm', { run: 'pnpm run', test: 'pnpm test', exec: 'pnpm exec' }],
  ['yarn', { run: 'yarn run', test: 'yarn test', exec: 'yarn' }],
  ['bun', { run: 'bun run', test: 'bun run test', exec: 'bunx' }],
]);

/** Files of a coding agent, which are written unless the folder has one of them. */
export const agentFiles: readonly string[] = ['AGENTS.md', 'CLAUDE.md'];

/** Prepares what `AGENTS.md` says about a project. */
export function agentsView({ manager = 'npm', definitions, hasHandlers, callsApi }: DescribedProject) {
  const documents = callsApi ? definitions.filter((path) => !/\.(?:mcp\.(?:ya?ml|json)|sql|graphql)$/u.test(path)) : [];
  const places = new Set(documents.map((path) => /^definitions\/[^/]+\//u.exec(path)?.[0] ?? path));
  return {
    ...(commands.get(manager) ?? npm),
    hasHandlers,
    /** Documents of the project's APIs, as Markdown; `''` if there are none. */
    documents: [...places].map((path) => `\`${path}\``).join(', '),
    databases: definitions.some((path) => path.endsWith('.sql')),
  };
}
