/** HTML tag that can refer to a file, or a `script` element with its content. */
export interface Tag {
  readonly name: 'audio' | 'img' | 'link' | 'script' | 'source' | 'video';
  /** Values by lower-case names, with the most common character references decoded. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Content of a script; empty for other tags. */
  readonly content: string;
  /** Index of the first character. */
  readonly start: number;
  /** Returns the tag with a different address. */
  withAddress(address: string): string;
}

/**
 * Matches comments, styles and other text that is not searched; scripts with their content; and tags that can refer to
 * files. An unclosed match extends to the end of the text.
 */
const token =
  /<!--.*?(?:-->|$)|<(?:style|textarea|title|template)\b.*?(?:<\/(?:style|textarea|title|template)\s*>|$)|<(?<script>script)\b(?<given>(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*)(?:>(?<content>.*?)(?:<\/script\s*>|$)|$)|<(?<name>audio|img|link|source|video)\b(?<own>(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*)(?:>|$)/gisu;

const attribute = /(?<name>[^\s"'<>/=]+)(?:\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'=<>`]+)))?/gsu;

/**
 * Replaces HTML tags that can refer to files.
 *
 * @param replace Returns the replacement of a tag; `undefined` keeps the tag.
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
  // The first duplicate takes precedence.
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
