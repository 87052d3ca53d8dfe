import type { Model } from '../../core/model/model.js';
import type { PackageModel } from './package-model.js';
import { cleanLine } from './clean-line.js';
import { authPart } from '../auth/auth-part.js';

/** Server definition with its `package` metadata. Contains no secrets, because packages and cards are public. */
export interface DescribedServer {
  readonly model: Pick<Model, 'server' | 'parts'>;
  /** `package` of the definition; if absent, only empty lists. */
  readonly facts: PackageModel;
}

/** Metadata of a definition without `package`. */
export const noFacts: PackageModel = {
  icons: [],
  screenshots: [],
  privacyPolicies: [],
  keywords: [],
};

/** Returns the homepage of a server: `homepage`, else `websiteUrl` of the server if packages allow it. */
export function homepageOf({ facts, model }: DescribedServer): string | undefined {
  const { websiteUrl } = model.server;
  return facts.homepage ?? (websiteUrl?.startsWith('https://') ? websiteUrl : undefined);
}

/** Returns the server description for packages, without line breaks. Default: the title. */
export function descriptionOf({ model: { server } }: Pick<DescribedServer, 'model'>): string {
  return cleanLine(server.description ?? server.title ?? server.name);
}

/** Maximum number of characters in a title in registries and cards. */
const maxTitle = 100;

/** Returns the server title for registries and cards; `undefined` if it is empty or too long. */
export function shortTitleOf({ model: { server } }: Pick<DescribedServer, 'model'>): string | undefined {
  const title = cleanLine(server.title ?? '');
  return title === '' || title.length > maxTitle ? undefined : title;
}

/** Returns a one-line summary of the server: `summary`, else the description. */
export function summaryOf(project: DescribedServer): string {
  return cleanLine(project.facts.summary ?? descriptionOf(project));
}

/** Describes the source code repository in the format of `server.json` and server cards. */
export function describeRepository(url: string): object {
  const { hostname } = new URL(url);
  const source = hostname.replace(/^www\./u, '').replace(/\.com$/u, '');
  return { url, source };
}

/** Icon with an `https:` URL, in the format of `server.json` and server cards. */
export interface PublicIcon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
  readonly theme?: 'light' | 'dark';
}

/** Maximum number of characters in an icon URL. */
const maxIconUrl = 255;

/** Lists icons with an `https:` URL: the icons in `package`, else the server's icons. */
export function listIcons({ facts, model }: DescribedServer): readonly PublicIcon[] {
  const packageIcons = facts.icons.flatMap((icon) =>
    icon.kind === 'url' ? [describeIcon(icon.url, undefined, icon.sizes, icon.theme)] : [],
  );
  const packaged = packageIcons.filter(hasPublicAddress);
  if (packaged.length > 0 || !Array.isArray(model.server.icons)) return packaged;
  return model.server.icons.flatMap(readIcon).filter(hasPublicAddress);
}

function hasPublicAddress({ src }: PublicIcon): boolean {
  return src.startsWith('https://') && src.length <= maxIconUrl;
}

function readIcon(icon: unknown): readonly PublicIcon[] {
  const valueOf = (key: string): unknown => (icon instanceof Map ? icon.get(key) : undefined);
  const [src, mimeType, sizes, theme] = ['src', 'mimeType', 'sizes', 'theme'].map(valueOf);
  if (typeof src !== 'string') return [];
  return [describeIcon(src, mimeType, Array.isArray(sizes) ? sizes.map(String) : [], theme)];
}

/** Describes an icon. Omits values that were reported as invalid. */
function describeIcon(src: string, mimeType: unknown, sizes: readonly string[], theme: unknown): PublicIcon {
  return {
    src,
    ...(typeof mimeType === 'string' && { mimeType }),
    ...(sizes.length > 0 && { sizes }),
    ...((theme === 'light' || theme === 'dark') && { theme }),
  };
}

/** Server address over HTTP, in the format of `server.json` and server cards. */
interface RemoteAddress {
  readonly type: 'streamable-http';
  readonly url: string;
  /** Headers for which clients prompt their users. Absent if there are none. */
  readonly headers?: readonly object[];
}

/**
 * Lists the HTTP addresses of the server, at most one: `url` of `package`, else `resource` of `auth` if it contains no variables.
 */
export function listRemotes({ facts, model }: DescribedServer): readonly RemoteAddress[] {
  const resource: unknown = authPart.of(model)?.settings.get('resource');
  const resourceUrl = typeof resource === 'string' && /^https:\/\/[^${}\s]+$/u.test(resource) ? resource : undefined;
  const url = facts.url ?? resourceUrl;
  if (url === undefined) return [];
  // Clients sign in at the issuers of access tokens; they request a key only if there are no issuers.
  const issuers: unknown = authPart.of(model)?.settings.get('issuers');
  const hasKeysOnly =
    authPart.of(model)?.settings.has('apiKeys') === true && Array.isArray(issuers) && issuers.length === 0;
  const value = {
    name: 'Authorization',
    description: '`Bearer` followed by the key of the caller.',
    isRequired: true,
    isSecret: true,
  };
  return [{ type: 'streamable-http', url, ...(hasKeysOnly && { headers: [value] }) }];
}

/** Prints a JSON file with a trailing newline. Omits members that are `undefined`. */
export function printJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
