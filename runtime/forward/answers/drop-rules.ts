import { isJsonObject } from '../../protocol/json-object.js';
import { isScalar, mapJson, type Member } from './map-json.js';
import { shareRepeats } from './share-repeats.js';

/** Rule that removes parts of an answer that nobody reads. It applies only to answers over the budget. */
export interface DropRule {
  /** Parts that the rule leaves out, in words, for the note about them. */
  readonly name: string;
  readonly apply: (value: unknown) => unknown;
}

/** Links for people or to the object itself, best first: one of them stays. */
const mainLinks = ['html_url', 'htmlUrl', 'web_url', 'webUrl', 'permalink', 'hosted_url', 'self', 'url', 'href'];

const linkName = /(?:^|_)(?:url|urls|uri|href)$|(?:Url|Uri|Href)$|^(?:self|permalink)$/u;
const linkValue = /^(?:https?|git|ssh|ftp):\/\/|^git@/u;

function isLink([key, value]: Member): boolean {
  return typeof value === 'string' && linkName.test(key) && linkValue.test(value);
}

/** An object that holds links alone, such as `_links`. */
function isLinkList([key, value]: Member): boolean {
  if ((key !== '_links' && key !== 'links') || !isJsonObject(value)) return false;
  return Object.values(value).every((link) =>
    typeof link === 'string' ? linkValue.test(link) : isJsonObject(link) && Object.keys(link).join() === 'href',
  );
}

/** Names of pictures that there are in several sizes. */
const pictureName = /^(?:image|avatar|thumb|icon|photo|logo)s?_(?:\d+|original|full)(?:_\w+)?$/u;

/** Pictures in several sizes: single members, or an object of nothing else. */
function isPicture([key, value]: Member): boolean {
  if (typeof value === 'string') return pictureName.test(key) && linkValue.test(value);
  if (!isJsonObject(value) || !/^(?:avatar|icon|image|thumbnail)(?:_?urls)?s?$/iu.test(key)) return false;
  const urls = Object.values(value);
  return urls.length > 1 && urls.every((url) => typeof url === 'string' && linkValue.test(url));
}

/** Whether a text is the template of a link. A longer one is no link. */
function hasVariable(text: string): boolean {
  return text.length <= maxLink && /\{[^{}]+\}/u.test(text);
}

const maxLink = 16_384;

function dropLinks(members: readonly Member[]): readonly Member[] {
  const main = mainLinks.find((name) => members.some((member) => member[0] === name && isLink(member)));
  return members.filter((member) => {
    const [key, value] = member;
    if (key === main) return true;
    if (typeof value === 'string' && linkName.test(key) && hasVariable(value)) return false;
    return main === undefined || (!isLink(member) && !isLinkList(member));
  });
}

/** Ids of an object besides its `id`, and marks for caches. */
const otherIds: ReadonlySet<string> = new Set(['node_id', 'gravatar_id', 'etag', '__typename', 'expand']);

function dropOtherIds(members: readonly Member[]): readonly Member[] {
  const hasId = members.some(([key]) => key === 'id' || key === 'key');
  return hasId ? members.filter(([key, value]) => !otherIds.has(key) || !isScalar(value)) : members;
}

function isEmpty([, value]: Member): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** The rules in the order in which they are applied. Gains on real answers: see `npm run answers`. */
export const dropRules: readonly DropRule[] = [
  { name: 'links of the API beside a main link', apply: (value) => mapJson(value, { members: dropLinks }) },
  {
    name: 'pictures in several sizes',
    apply: (value) => mapJson(value, { members: (members) => members.filter((member) => !isPicture(member)) }),
  },
  { name: 'second ids', apply: (value) => mapJson(value, { members: dropOtherIds }) },
  {
    name: 'empty members and nulls',
    apply: (value) => mapJson(value, { members: (members) => members.filter((member) => !isEmpty(member)) }),
  },
  { name: 'repetitions of an object, except what identifies it', apply: shareRepeats },
];
