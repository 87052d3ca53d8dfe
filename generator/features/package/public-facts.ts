import type { Model } from '../../core/model/model.js';
import type { PackageModel } from './package-model.js';
import { cleanLine } from './clean-line.js';
import { authPart } from '../auth/auth-part.js';

/** Definition of a server, and what its key `package` says of it. Nothing here is secret: packages and cards are public. */
export interface DescribedServer {
  readonly model: Pick<Model, 'server' | 'parts'>;
  /** `package` of the definition; without that key nothing but empty lists. */
  readonly facts: PackageModel;
}

/** Facts of a definition without the key `package`. */
export const noFacts: PackageModel = {
  icons: [],
  screenshots: [],
  privacyPolicies: [],
  keywords: [],
};

/** Address of the page about a server: `homepage`, else `websiteUrl` of the server if packages may have it. */
export function homepageOf({ facts, model }: DescribedServer): string | undefined {
  const { websiteUrl } = model.server;
  return facts.homepage ?? (websiteUrl?.startsWith('https://') ? websiteUrl : undefined);
}

/** Description of the server for packages, without line ends; its title where it has none. */
export function descriptionOf({ model: { server } }: Pick<DescribedServer, 'model'>): string {
  return cleanLine(server.description ?? server.title ?? server.name);
}

/** Maximum number of characters of the title in registries and cards. */
const maxTitle = 100;

/** Title of the server for registries and cards; `undefined` for one that is empty or too long for them. */
export function shortTitleOf({ model: { server } }: Pick<DescribedServer, 'model'>): string | undefined {
  const title = cleanLine(server.title ?? '');
  return title === '' || title.length > maxTitle ? undefined : title;
}

/** Text about the server in one line: `summary`, else the description. */
export function summaryOf(project: DescribedServer): string {
  return cleanLine(project.facts.summary ?? descriptionOf(project));
}

/** Repository of the source code, as `server.json` and server cards have it. */
export function describeRepository(url: string): object {
  const { hostname } = new URL(url);
  const source = hostname.replace(/^www\./u, '').replace(/\.com$/u, '');
  return { url, source };
}

/** Icon with an `https:` address, as `server.json` and server cards have it. */
export interface PublicIcon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
  readonly theme?: 'light' | 'dark';
}

/** Maximum number of characters of the address of an icon. */
const maxIconUrl = 255;

/** Icons that have an `https:` address: those of `package`, else those of the server. */
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

/** Describes an icon. Values that have been reported as invalid are omitted. */
function describeIcon(src: string, mimeType: unknown, sizes: readonly string[], theme: unknown): PublicIcon {
  return {
    src,
    ...(typeof mimeType === 'string' && { mimeType }),
    ...(sizes.length > 0 && { sizes }),
    ...((theme === 'light' || theme === 'dark') && { theme }),
  };
}

/** Address of a server over HTTP, as `server.json` and server cards have it. */
interface RemoteAddress {
  readonly type: 'streamable-http';
  readonly url: string;
  /** Headers that clients ask their users for. Absent: none. */
  readonly headers?: readonly object[];
}

/** Addresses of the server over HTTP, none or one: `url` of `package`, else `resource` of `auth` without variables. */
export function listRemotes({ facts, model }: DescribedServer): readonly RemoteAddress[] {
  const resource: unknown = authPart.of(model)?.settings.get('resource');
  const resourceUrl = typeof resource === 'string' && /^https:\/\/[^${}\s]+$/u.test(resource) ? resource : undefined;
  const url = facts.url ?? resourceUrl;
  if (url === undefined) return [];
  // Clients sign in at the issuers of access tokens; they ask for a key only where there are none.
  const issuers: unknown = authPart.of(model)?.settings.get('issuers');
  const hasKeysOnly =
    authPart.of(model)?.settings.has('apiKeys') === true && Array.isArray(issuers) && issuers.length === 0;
  const value = {
    name: 'Authorization',
    description: 'Bearer and the key of the caller.',
    isRequired: true,
    isSecret: true,
  };
  return [{ type: 'streamable-http', url, ...(hasKeysOnly && { headers: [value] }) }];
}

/** JSON text of a file, with a line end. Members that are `undefined` are omitted. */
export function printJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
