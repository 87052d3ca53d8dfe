import { describe, expect, it } from 'vitest';
import { parseUriTemplate } from '../../generator/core/uri/parse-uri-template.js';
import { matchUri } from './match-uri.js';

function parse(template: string) {
  const parsed = parseUriTemplate(template);
  if (!parsed.ok) throw new Error(`${template}: ${parsed.message}`);
  return parsed;
}

/** RFC 6570 section 3.2: `var` = value, `hello` = Hello World!, `path` = /foo/bar, `list` = (red,green,blue), `x` = 1024, … */
const rfcExamples: readonly (readonly [template: string, uri: string, values: Record<string, string | string[]>])[] = [
  ['{var}', 'value', { var: 'value' }],
  ['{hello}', 'Hello%20World%21', { hello: 'Hello World!' }],
  ['{half}', '50%25', { half: '50%' }],
  ['O{x}X', 'O1024X', { x: '1024' }],
  ['{x,y}', '1024,768', { x: '1024', y: '768' }],
  ['{x,hello,y}', '1024,Hello%20World%21,768', { x: '1024', hello: 'Hello World!', y: '768' }],
  ['?{x,y}', '?1024,768', { x: '1024', y: '768' }],
  ['?{x,undef}', '?1024', { x: '1024' }],
  ['{var:3}', 'val', { var: 'val' }],
  ['{var:30}', 'value', { var: 'value' }],
  ['{list}', 'red,green,blue', { list: 'red,green,blue' }],
  ['{list*}', 'red,green,blue', { list: ['red', 'green', 'blue'] }],
  ['{+hello}', 'Hello%20World!', { hello: 'Hello World!' }],
  ['{+base}index', 'http://example.com/home/index', { base: 'http://example.com/home/' }],
  ['{+path}/here', '/foo/bar/here', { path: '/foo/bar' }],
  ['here?ref={+path}', 'here?ref=/foo/bar', { path: '/foo/bar' }],
  ['up{+path}/{x}', 'up/foo/bar/1024', { path: '/foo/bar', x: '1024' }],
  ['{+x,hello,y}', '1024,Hello%20World!,768', { x: '1024', hello: 'Hello World!', y: '768' }],
  ['{+path,x}/here', '/foo/bar,1024/here', { path: '/foo/bar', x: '1024' }],
  ['{+path:6}/here', '/foo/b/here', { path: '/foo/b' }],
  ['{+list*}', 'red,green,blue', { list: ['red', 'green', 'blue'] }],
  ['{#path,x}/here', '#/foo/bar,1024/here', { path: '/foo/bar', x: '1024' }],
  ['{#x,hello,y}', '#1024,Hello%20World!,768', { x: '1024', hello: 'Hello World!', y: '768' }],
  ['foo{#empty}', 'foo#', { empty: '' }],
  ['foo{#undef}', 'foo', {}],
  ['{#list*}', '#red,green,blue', { list: ['red', 'green', 'blue'] }],
  ['X{.var}', 'X.value', { var: 'value' }],
  ['X{.empty}', 'X.', { empty: '' }],
  ['X{.undef}', 'X', {}],
  ['X{.x,y}', 'X.1024.768', { x: '1024', y: '768' }],
  ['X{.var:3}', 'X.val', { var: 'val' }],
  ['X{.list*}', 'X.red.green.blue', { list: ['red', 'green', 'blue'] }],
  ['www{.dom*}', 'www.example.com', { dom: ['example', 'com'] }],
  ['{/who}', '/fred', { who: 'fred' }],
  ['{/half,who}', '/50%25/fred', { half: '50%', who: 'fred' }],
  ['{/var,empty}', '/value/', { var: 'value', empty: '' }],
  ['{/var,undef}', '/value', { var: 'value' }],
  ['{/var,x}/here', '/value/1024/here', { var: 'value', x: '1024' }],
  ['{/list*}', '/red/green/blue', { list: ['red', 'green', 'blue'] }],
  ['{/list}', '/red,green,blue', { list: 'red,green,blue' }],
  ['{;who}', ';who=fred', { who: 'fred' }],
  ['{;empty}', ';empty', { empty: '' }],
  ['{;v,empty,who}', ';v=6;empty;who=fred', { v: '6', empty: '', who: 'fred' }],
  ['{;v,bar,who}', ';v=6;who=fred', { v: '6', who: 'fred' }],
  ['{;hello:5}', ';hello=Hello', { hello: 'Hello' }],
  ['{;list*}', ';list=red;list=green;list=blue', { list: ['red', 'green', 'blue'] }],
  ['a{?x,y,empty}', 'a?x=1024&y=768&empty=', { x: '1024', y: '768', empty: '' }],
  ['a{?x,y,undef}', 'a?y=768&x=1024', { x: '1024', y: '768' }],
  ['a{?x,y}', 'a', {}],
  ['a{?list*}', 'a?list=red&list=green', { list: ['red', 'green'] }],
  ['a{?x}{&y}', 'a?y=768&x=1024', { x: '1024', y: '768' }],
  ['?fixed=yes{&x,y}', '?fixed=yes&x=1024&y=768', { x: '1024', y: '768' }],
  ['?fixed=yes{&x,y}', '?fixed=yes&y=768', { y: '768' }],
  ['?fixed=yes{&list*}', '?fixed=yes&list=red&list=green', { list: ['red', 'green'] }],
];

describe('parseUriTemplate reverses the examples of RFC 6570', () => {
  it.each(rfcExamples)('%s from %s', (template, uri, values) => {
    expect(matchUri(parse(template).matcher, uri)).toEqual(values);
  });
});

describe('parseUriTemplate matches URIs as they occur', () => {
  it.each([
    ['bookshop://books/{isbn}', 'bookshop://books/978-3', { isbn: '978-3' }],
    ['test://template/{id}/data', 'test://template/123/data', { id: '123' }],
    ['repo://{owner}/{repo}/{+path}', 'repo://a/b/src/x/y.ts', { owner: 'a', repo: 'b', path: 'src/x/y.ts' }],
    ['user://{email}', 'user://a@b.example', { email: 'a@b.example' }],
    ['x://{a}-{b}', 'x://1-2-3', { a: '1', b: '2-3' }],
    ['x://{a}-{b}-{c}', 'x://1-2-3', { a: '1', b: '2', c: '3' }],
    ['x://{file}.md', 'x://notes.v2.md', { file: 'notes.v2' }],
    ['x://{name}{.ext}', 'x://notes.tar.gz', { name: 'notes', ext: 'tar.gz' }],
    ['x://{name}{.ext}', 'x://notes', { name: 'notes' }],
    ['x://{+path}/{a}/{b}', 'x://1/2/3/4', { path: '1/2', a: '3', b: '4' }],
    ['x://{+path}:{line}:{column}', 'x://a/b.ts:3:14', { path: 'a/b.ts', line: '3', column: '14' }],
    ['x://{+from}/to/{+to}', 'x://a/b/to/c/to/d', { from: 'a/b', to: 'c/to/d' }],
    ['x://items{/id}.json', 'x://items.json', {}],
    ['x://items{/id}.json', 'x://items/7.json', { id: '7' }],
    ['x://{+path}{#part}', 'x://a/b#c/d', { path: 'a/b', part: 'c/d' }],
    ['x://{a.b}/{c%20d}', 'x://1/2', { 'a.b': '1', 'c%20d': '2' }],
    ['x://straße/{nr}', 'x://straße/5', { nr: '5' }],
    ['x://straße/{nr}', 'x://stra%c3%9Fe/5', { nr: '5' }],
    ['x://😀{a}', 'x://%F0%9F%98%80z', { a: 'z' }],
    ['x://{+a}😀{b}', 'x://q/😀z', { a: 'q/', b: 'z' }],
    ['x://{a:2}', 'x://%E2%82%AC%F0%9F%98%80', { a: '€😀' }],
    ['x://(a+b)[c]$^{d}'.replace('^', ''), 'x://(a+b)[c]$1', { d: '1' }],
    ['x://fixed', 'x://fixed', {}],
    ['x://a.b', 'x://a.b', {}],
  ])('%s takes %s', (template, uri, values) => {
    expect(matchUri(parse(template).matcher, uri)).toEqual(values);
  });

  it.each([
    ['bookshop://books/{isbn}', 'bookshop://books/'],
    ['bookshop://books/{isbn}', 'bookshop://books/1/2'],
    ['bookshop://books/{isbn}', 'bookshop://books/1?x=2'],
    ['bookshop://books/{isbn}', 'bookshop://books/1#x'],
    ['bookshop://books/{isbn}', 'xbookshop://books/1'],
    ['x://{+path}', 'x://'],
    ['x://a.b', 'x://aXb'],
    ['x://{file}.md', 'x://notes.txt'],
    ['x://{a:2}', 'x://abc'],
    ['x://a{/b}', 'x://ab'],
    ['x://a{;b}', 'x://a;bc'],
    ['x://a{;list*}', 'x://a;list=1;other=2'],
    ['x://{+path}/{id}', 'x://one'],
    ['?fixed=yes{&x}', '?fixed=no&x=1'],
  ])('%s does not take %s', (template, uri) => {
    expect(matchUri(parse(template).matcher, uri)).toBeUndefined();
  });
});

describe('parseUriTemplate describes the variables', () => {
  it('gives the matcher in the shape of the model', () => {
    expect(parseUriTemplate('bookshop://{shop}/books{/tags*}{?page,sort*}{&all}')).toEqual({
      ok: true,
      matcher: {
        pattern: '^bookshop:\\/\\/([^/?#]+)\\/books(?:\\/([^?#]*))?$',
        path: [{ name: 'shop' }, { name: 'tags', separator: '/', optional: true }],
        query: [{ name: 'page' }, { name: 'sort', separator: '' }, { name: 'all' }],
      },
      warnings: [],
    });
  });

  it('warns of query parameters whose order is fixed', () => {
    expect(parse('x://a?b=1{&c}').warnings).toEqual([
      'The query parameter "c" is matched only in the order in which the template lists it. To match parameters in any order, begin the query with "{?…}".',
    ]);
  });

  it('warns of a reserved variable before another', () => {
    expect(parse('x://{+a}/to/{+b}').warnings).toEqual([
      'Another "{+…}" follows "{+a}", so its value ends at the first occurrence of the literal text after it.',
    ]);
  });
});

describe('parseUriTemplate says where a template is wrong', () => {
  it.each([
    ['x://{a', 4, 'The closing brace of this expression is missing.'],
    ['x://{a{b}}', 6, 'Unexpected brace inside an expression. A variable has one brace on each side, as in "{id}".'],
    ['x://a}', 5, 'This closing brace has no opening brace.'],
    ['x://{a}}', 7, 'This closing brace has no opening brace.'],
    ['x://{}', 4, 'The expression is empty.'],
    ['x://{+}', 6, 'A variable name is missing.'],
    ['x://{a,}', 7, 'A variable name is missing.'],
    ['x://{=a}', 5, 'The operator "=" is not defined in RFC 6570.'],
    ['x://{!a}', 5, 'The operator "!" is not defined in RFC 6570.'],
    ['x://{@a}', 5, 'The operator "@" is not defined in RFC 6570.'],
    ['x://{|a}', 5, 'The operator "|" is not defined in RFC 6570.'],
    ['x://{a,b-c}', 7, '"b-c" is not a valid variable name. Use letters, digits, "_", and "." between parts.'],
    ['x://{a..b}', 5, '"a..b" is not a valid variable name. Use letters, digits, "_", and "." between parts.'],
    ['x://{a%2}', 5, '"a%2" is not a valid variable name. Use letters, digits, "_", and "." between parts.'],
    ['x://{ä}', 5, '"ä" is not a valid variable name. Use letters, digits, "_", and "." between parts.'],
    ['x://{a:0}', 6, 'A prefix length must be a number from 1 to 9999.'],
    ['x://{a:10000}', 6, 'A prefix length must be a number from 1 to 9999.'],
    ['x://{a:}', 6, 'A prefix length must be a number from 1 to 9999.'],
    ['x://{a:3:4}', 6, 'A prefix length must be a number from 1 to 9999.'],
    ['x://{a:3*}', 6, 'A variable can have a prefix length or "*", not both.'],
    ['x://{a}/{b,a}', 11, 'Duplicate variable "a".'],
    ['x://{a}{?a}', 9, 'Duplicate variable "a".'],
    [
      'x://{a}{b}',
      7,
      'Separate this variable from the previous one with a character, such as "/". Otherwise, URIs cannot be matched.',
    ],
    [
      'x://{/a}{+b}',
      8,
      'Separate this variable from the previous one with a character, such as "/". Otherwise, URIs cannot be matched.',
    ],
    ['x://{/a*,b}', 6, 'The list "a" must be the last variable of its expression. Otherwise, URIs cannot be matched.'],
    ['x://{?a}/b', 8, 'Only "{&…}" can follow "{?…}". Otherwise, URIs cannot be matched.'],
    ['x://{?a}{#b}', 8, 'Only "{&…}" can follow "{?…}". Otherwise, URIs cannot be matched.'],
    ['x://a?b=1{?c}', 9, 'The template already has a query. Continue it with "{&…}".'],
    ['x://a b', 5, 'The character " " must be percent-encoded in a URI template.'],
    ['x://a\u2028b', 5, 'The character "\u2028" must be percent-encoded in a URI template.'],
    ['x://50%', 6, 'The character "%" must be percent-encoded in a URI template.'],
    ['x://\ud800', 4, 'The character "\\ud800" must be percent-encoded in a URI template.'],
  ])('%s at %i', (template, index, message) => {
    expect(parseUriTemplate(template)).toEqual({ ok: false, index, message });
  });
});
