import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { isScalar, mapJson, type JsonMapping, type KeepsMember } from './map-json.js';
import { shareRepeats } from './share-repeats.js';

/** Rule that removes parts of a response that are rarely used. It applies only to responses over the budget. */
export interface DropRule {
  /** Description of the omitted parts, for a note. */
  readonly name: string;
  readonly apply: (value: unknown) => unknown;
}

/** Names of links to web pages or to the object itself, best first; only one link is kept. */
const mainLinks = ['html_url', 'htmlUrl', 'web_url', 'webUrl', 'permalink', 'hosted_url', 'self', 'url', 'href'];

const linkName = /(?:^|_)(?:url|urls|uri|href)$|(?:Url|Uri|Href)$|^(?:self|permalink)$/u;
const linkValue = /^(?:https?|git|ssh|ftp):\/\/|^git@/u;

function isLink(key: string, value: unknown): boolean {
  return typeof value === 'string' && linkName.test(key) && linkValue.test(value);
}

/** Whether a member is an object that contains only links, such as `_links`. */
function isLinkList(key: string, value: unknown): boolean {
  if ((key !== '_links' && key !== 'links') || !isJsonObject(value)) return false;
  return Object.values(value).every((link) =>
    typeof link === 'string' ? linkValue.test(link) : isJsonObject(link) && Object.keys(link).join() === 'href',
  );
}

/** Pattern for names of images in several sizes. */
const pictureName = /^(?:image|avatar|thumb|icon|photo|logo)s?_(?:\d+|original|full)(?:_\w+)?$/u;

/** Whether a member is an image in several sizes, or an object that contains only such images. */
function isPicture(key: string, value: unknown): boolean {
  if (typeof value === 'string') return pictureName.test(key) && linkValue.test(value);
  if (!isJsonObject(value) || !/^(?:avatar|icon|image|thumbnail)(?:_?urls)?s?$/iu.test(key)) return false;
  const urls = Object.values(value);
  return urls.length > 1 && urls.every((url) => typeof url === 'string' && linkValue.test(url));
}

/** Whether a string is a URI template. Long strings are not links. */
function hasVariable(text: string): boolean {
  return text.length <= maxLink && /\{[^{}]+\}/u.test(text);
}

const maxLink = 16_384;

function keepMainLink(object: JsonObject): KeepsMember {
  const main = mainLinks.find((name) => Object.hasOwn(object, name) && isLink(name, object[name]));
  return (key, value) => {
    if (key === main) return true;
    if (typeof value === 'string' && linkName.test(key) && hasVariable(value)) return false;
    return main === undefined || (!isLink(key, value) && !isLinkList(key, value));
  };
}

/** Names of IDs other than `id`, and of cache validators. */
const otherIds: ReadonlySet<string> = new Set(['node_id', 'gravatar_id', 'etag', '__typename', 'expand']);

function keepMainId(object: JsonObject): KeepsMember | undefined {
  if (!Object.hasOwn(object, 'id') && !Object.hasOwn(object, 'key')) return undefined;
  return (key, value) => !otherIds.has(key) || !isScalar(value);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** Creates a rule that omits members of objects. */
function dropMembers(name: string, keeps: NonNullable<JsonMapping['keeps']>): DropRule {
  return { name, apply: (value) => mapJson(value, { keeps }) };
}

/** The rules in the order in which they are applied. To measure the savings on real responses, run `npm run answers`. */
export const dropRules: readonly DropRule[] = [
  dropMembers('API links other than the main link', keepMainLink),
  dropMembers('images in multiple sizes', () => (key, value) => !isPicture(key, value)),
  dropMembers('second ids', keepMainId),
  dropMembers('empty values and nulls', () => (_, value) => !isEmpty(value)),
  { name: 'repeated objects, except their ids', apply: shareRepeats },
];
