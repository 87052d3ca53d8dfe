import { jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import { parseTemplate } from '../../core/uri/parse-template.js';
import { bindText } from './bind-values.js';

/** Address of a request, split for the runtime. */
interface BoundUrl {
  /** Scheme, host and port, such as `https://api.example.com`. */
  readonly origin: string;
  /** Pieces of the path (`ForwardOperation.path`). */
  readonly path: readonly Json[];
  /** Names of the arguments in the path. */
  readonly pathArguments: readonly string[];
  /** Query parameters. */
  readonly query: readonly JsonObject[];
}

/** Problem of an address, and its fix. */
interface UrlProblem {
  readonly problem: string;
  readonly help: string;
}

/** Splits the address of a request, or returns its problem. */
export function bindUrl(url: string): BoundUrl | UrlProblem {
  const [, origin = '', pathText = '', queryText, fragment] =
    /^(https?:\/\/[^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?(#[^]*)?$/iu.exec(url) ?? [];
  const problem = findProblem(origin, pathText, fragment);
  if (problem) return problem;
  const pieces = parseTemplate(pathText === '' ? '/' : pathText);
  const query = (queryText ?? '').split('&').flatMap((pair) => (pair === '' ? [] : [bindPair(pair)]));
  return {
    origin: origin.toLowerCase(),
    path: pieces.map((piece) =>
      'text' in piece ? piece.text : jsonObjectOf({ name: piece.argument, from: [piece.argument] }),
    ),
    pathArguments: pieces.flatMap((piece) => ('argument' in piece ? [piece.argument] : [])),
    query,
  };
}

function findProblem(origin: string, path: string, fragment: string | undefined): UrlProblem | undefined {
  if (origin === '') {
    return {
      problem: '`url` must be an absolute `https:` or `http:` URL.',
      help: 'Write it like `https://api.example.com/orders/{{id}}`.',
    };
  }
  if (/[{}]/u.test(origin)) {
    return {
      problem: 'The host of `url` cannot contain an argument.',
      help: 'An environment variable can replace the scheme and host; see `.env.example`.',
    };
  }
  if (origin.includes('@')) {
    return {
      problem: '`url` must not contain credentials.',
      help: 'Use `auth`, whose values come from environment variables.',
    };
  }
  if (!URL.canParse(origin)) return { problem: `\`${origin}\` is not a valid URL.`, help: 'Check host and port.' };
  if (fragment !== undefined) return { problem: 'A fragment (`#…`) is not sent.', help: 'Remove it, or write `%23`.' };
  if (path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/iu.test(segment))) {
    return {
      problem: 'The path of `url` has a segment `.` or `..`, which is never sent.',
      help: 'Write the path without it.',
    };
  }
  const texts = parseTemplate(path).map((part) => ('text' in part ? part.text : ''));
  // A path cannot contain other characters: they would be changed when the request is sent.
  if (texts.every((text) => /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/iu.test(text))) return undefined;
  return {
    problem: 'The path of `url` has a character that must be percent-encoded.',
    help: 'Write `%20` for a space.',
  };
}

/** Binds a name-value pair of the query in a URL. */
function bindPair(pair: string): JsonObject {
  const [name = '', ...rest] = pair.split('=');
  return jsonObjectOf({ name: decode(name), ...bindText(decode(rest.join('='))) });
}

/** Decodes percent-encoding; leaves incorrectly encoded text unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
