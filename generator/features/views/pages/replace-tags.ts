/** Tag of a page that can name a file, or an element `script` with its content. */
export interface Tag {
  readonly name: 'audio' | 'img' | 'link' | 'script' | 'source' | 'video';
  /** Values by lower-case names, with the character references of the most common characters decoded. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Content of a script; empty for other tags. */
  readonly content: string;
  /** Index of its first character. */
  readonly start: number;
  /** The tag with another address. */
  withAddress(address: string): string;
}

/**
 * Comments, styles and other texts that are not searched; scripts with their content; tags that can name files. Each ends at
 * the end of the text when nothing closes it.
 */
const token =
  /<!--.*?(?:-->|$)|<(?:style|textarea|title|template)\b.*?(?:<\/(?:style|textarea|title|template)\s*>|$)|<(?<script>script)\b(?<given>(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*)(?:>(?<content>.*?)(?:<\/script\s*>|$)|$)|<(?<name>audio|img|link|source|video)\b(?<own>(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*)(?:>|$)/gisu;

const attribute = /(?<name>[^\s"'<>/=]+)(?:\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'=<>`]+)))?/gsu;

/**
 * Replaces tags of HTML that can name files.
 *
 * @param replace Returns the text that replaces the tag; `undefined` keeps the tag.
 */
export async function replaceTags(html: string, replace: (tag: Tag) => Promise<string | undefined>): Promise<string> {
  let replaced = '';
  let end = 0;
  for (const match of html.matchAll(token)) {
    const { script, given = '', content = '', name, own = '' } = match.groups ?? {};
    if (script === undefined && name === undefined) continue;
    const attributes = readAttributes(given + own);
    const tag = { name: (script ?? name ?? '').toLowerCase() as Tag['name'], attributes, content, start: match.index };
    const text = await replace({ ...tag, withAddress: (address) => printTag(tag.name, attributes, address) });
    replaced += html.slice(end, match.index) + (text ?? match[0]);
    end = match.index + match[0].length;
  }
  return replaced + html.slice(end);
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(attribute)].map(({ groups = {} }) => {
    const { name = '', double, single, bare } = groups as { readonly [name: string]: string | undefined };
    return [name.toLowerCase(), decode(double ?? single ?? bare ?? '')] as const;
  });
  // The first one counts.
  return new Map(found.toReversed());
}

function decode(text: string): string {
  const characters: { readonly [name: string]: string } = { amp: '&', gt: '>', lt: '<', quot: '"', '#39': "'" };
  return text.replace(/&(amp|gt|lt|quot|#39);/gu, (_, name: string) => characters[name] ?? '');
}

function printTag(name: string, attributes: ReadonlyMap<string, string>, address: string): string {
  const changed = new Map(attributes).set(name === 'link' ? 'href' : 'src', address);
  const printed = [...changed].map(
    ([key, value]) => ` ${key}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  );
  return `<${name}${printed.join('')}>`;
}
