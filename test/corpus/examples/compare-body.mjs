import { isDeepStrictEqual } from 'node:util';

/**
 * Compares a body that arrived with an example.
 *
 * @param {string} mediaType of the body that arrived
 * @param {Buffer} bytes
 * @param {unknown} example
 * @returns {string | undefined} what differs
 */
export function compareBody(mediaType, bytes, example) {
  const [essence] = mediaType.split(';');
  if (essence === 'application/x-www-form-urlencoded')
    return compareForm(new URLSearchParams(bytes.toString('utf8')), example);
  if (essence.startsWith('multipart/')) return compareForm(readParts(mediaType, bytes), example);
  if (/[/+]json$/u.test(essence)) return compare(parse(bytes.toString('utf8')), example);
  return compare(bytes.toString('utf8'), typeof example === 'string' ? example : JSON.stringify(example));
}

function compare(arrived, example, at = '') {
  if (isDeepStrictEqual(arrived, example)) return undefined;
  if (isRecord(arrived) && isRecord(example)) {
    const names = new Set([...Object.keys(arrived), ...Object.keys(example)]);
    for (const name of names) {
      const found = compare(arrived[name], example[name], `${at}/${name}`);
      if (found !== undefined) return found;
    }
  }
  const show = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, 60);
  return `${at || 'the root'}: ${show(arrived)} arrived, not ${show(example)}`;
}

/** Compares a form, whose values are texts: names with brackets are nested, and repeated names are lists. */
function compareForm(pairs, example) {
  if (typeof example === 'string') return compare([...pairs], [...new URLSearchParams(example)]);
  if (!isRecord(example)) return 'the example is not an object';
  const tree = {};
  for (const [name, value] of pairs)
    put(
      tree,
      name.split(/\]\[|\[|\]/u).filter((step, index) => index === 0 || step !== '' || name.includes('[]')),
      value,
    );
  const given = Object.entries(tree).filter(
    ([name, value]) => !isLeftOut(example[name] ?? 0) || !isLeftOut(parse(value)),
  );
  return compare(fit(Object.fromEntries(given), toTexts(example)), toTexts(example));
}

function put(tree, steps, value) {
  const [step, ...rest] = steps;
  const last =
    rest.length === 0 ||
    (rest.length === 1 && rest[0] === '') ||
    (rest.length === 2 && rest[0] === '' && rest[1] === '');
  if (!last) put((tree[step] ??= {}), rest, value);
  else tree[step] = Object.hasOwn(tree, step) ? [tree[step], value].flat() : rest.length > 0 ? [value] : value;
}

/** Texts in place of all scalars. Members that are `null` are not sent in a form, and neither are empty lists and objects. */
function toTexts(value) {
  if (Array.isArray(value)) return value.filter((item) => !isLeftOut(item)).map(toTexts);
  if (!isRecord(value)) return String(value);
  const members = Object.entries(value).filter(([, member]) => !isLeftOut(member));
  return Object.fromEntries(members.map(([key, member]) => [key, toTexts(member)]));
}

function isLeftOut(value) {
  return value === null || (typeof value === 'object' && Object.values(value).every(isLeftOut));
}

/** Gives decoded values the shape that the example has: JSON text is parsed, one value becomes a list. */
function fit(value, example) {
  if (Array.isArray(example) && example.length === 1 && value === example[0]) return example;
  if (typeof value === 'string' && typeof example === 'object') {
    const parsed = parse(value);
    if (Object(parsed) === parsed) return toTexts(parsed);
    return Array.isArray(example) ? (value === example.join(',') ? example : [value]) : value;
  }
  if (Array.isArray(example) && isRecord(value))
    return Object.values(value).map((item, index) => fit(item, example[index]));
  if (Array.isArray(example) && Array.isArray(value)) return value.map((item, index) => fit(item, example[index]));
  if (!isRecord(value) || !isRecord(example)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fit(member, example[key])]));
}

/** Names and texts of the parts of a multipart body. */
function readParts(mediaType, bytes) {
  const [, boundary] = /boundary=([\w-]+)/u.exec(mediaType) ?? [];
  const parts = bytes.toString('utf8').split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => {
    const end = part.indexOf('\r\n\r\n');
    const [, name = ''] = /; name="([^"]*)"/u.exec(part.slice(0, end)) ?? [];
    return [name, part.slice(end + 4, -2)];
  });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
