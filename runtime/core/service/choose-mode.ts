import type { ServerDefinition } from '../api/definition.js';

/** How clients reach the tools of a server. */
export type ServingMode = 'tools' | 'discover' | 'code';

/** A mode, or the former name of `tools`, which `renameMode` replaces. */
export type GivenMode = ServingMode | 'direct';

/** Names of the tools of a server's code mode. */
export const codeTools = ['search_api', 'run_code'] as const;

/** Modes of a server, default first. */
export function listModes({ code, tools: { discovering = [] } }: ServerDefinition): readonly ServingMode[] {
  const plain = discovering.length === 0 ? 'tools' : 'discover';
  if (code === undefined) return [plain];
  return code.isDefault === true ? ['code', plain] : [plain, 'code'];
}

/**
 * Returns the definition for a mode. In code mode, two tools replace all others.
 *
 * @throws Error for a mode that the server does not have.
 */
export function chooseMode(definition: ServerDefinition, mode: GivenMode | undefined): ServerDefinition {
  const modes = listModes(definition);
  if (mode !== undefined && !modes.some((each) => each === mode)) {
    const advice = mode === 'code' ? '; `code: {}` under `server` in the definition adds it' : '';
    throw new Error(`This server has no mode "${mode}", only ${modes.join(', ')}${advice}`);
  }
  const { code } = definition;
  if ((mode ?? modes[0]) !== 'code' || code === undefined) return definition;
  return {
    ...definition,
    tools: {
      names: codeTools,
      discovering: codeTools,
      load: async () => (await code.open()).codeMode.listTools(code),
    },
    loadDescriptors: async () => ({
      ...(await definition.loadDescriptors()),
      tools: (await code.open()).descriptors,
    }),
  };
}
