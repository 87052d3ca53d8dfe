/** Environment variables by name. */
export type Environment = { readonly [name: string]: string | undefined };

/** Provider of models, with its package for the AI SDK. */
export interface Provider {
  readonly name: string;
  /** npm package. */
  readonly package: string;
  /** Its export that creates the provider. */
  readonly factory: string;
  /** Environment variable with the key. */
  readonly key: string;
  /** Other environment variables that are required. */
  readonly variables?: readonly string[];
  /** Whether it works without a key, and needs `--base-url`. */
  readonly isOpen?: true;
}

/** Providers that `--model` can name. */
export const providers: readonly Provider[] = [
  { name: 'openai', package: '@ai-sdk/openai', factory: 'createOpenAI', key: 'OPENAI_API_KEY' },
  { name: 'anthropic', package: '@ai-sdk/anthropic', factory: 'createAnthropic', key: 'ANTHROPIC_API_KEY' },
  {
    name: 'google',
    package: '@ai-sdk/google',
    factory: 'createGoogleGenerativeAI',
    key: 'GOOGLE_GENERATIVE_AI_API_KEY',
  },
  { name: 'mistral', package: '@ai-sdk/mistral', factory: 'createMistral', key: 'MISTRAL_API_KEY' },
  {
    name: 'azure',
    package: '@ai-sdk/azure',
    factory: 'createAzure',
    key: 'AZURE_API_KEY',
    variables: ['AZURE_RESOURCE_NAME'],
  },
  {
    name: 'openai-compatible',
    package: '@ai-sdk/openai-compatible',
    factory: 'createOpenAICompatible',
    key: 'OPENAI_COMPATIBLE_API_KEY',
    isOpen: true,
  },
];

/** Versions of `ai` and of its providers that belong together, by the Node version that they need, newest first. */
const matching = [
  { node: 22, ai: 7, provider: 4, compatible: 3 },
  { node: 18, ai: 6, provider: 3, compatible: 2 },
] as const;

/**
 * Returns the packages to install for a provider, with versions that belong together.
 *
 * @param nodeMajor Major version of Node.
 */
export function listPackages(provider: Provider, nodeMajor: number): readonly string[] {
  const versions = matching.find(({ node }) => nodeMajor >= node) ?? matching[1];
  const version = provider.isOpen === true ? versions.compatible : versions.provider;
  return [`ai@${versions.ai}`, `${provider.package}@${version}`];
}
