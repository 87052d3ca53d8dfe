import type { Help } from '../../../core/diagnostics/diagnostic.js';
import { jsonpath, type JSONPathQuery } from 'json-p3';
import { didYouMean } from '../../../core/diagnostics/suggest.js';
import { entriesOf } from '../../../core/source/source-node.js';
import type { DocumentQuery } from './document-query.js';

/** Maximum number of keys to compare with a name. */
const maxKeys = 10_000;

/** Explains why a query selects nothing: suggests a key that is similar to the first name not found. */
export function explainNothing({ segments }: JSONPathQuery, query: DocumentQuery): Help | undefined {
  let places = [query.root];
  for (const segment of segments) {
    const next = query.selectNext(segment, places);
    if (next.length === 0) {
      const [selector] = segment.selectors;
      if (!(selector instanceof jsonpath.selectors.NameSelector)) return undefined;
      const keys = places.slice(0, maxKeys).flatMap(({ node }) => entriesOf(node).map(({ key }) => key));
      return didYouMean(selector.name, new Set(keys.slice(0, maxKeys)));
    }
    places = [...next];
  }
  return undefined;
}
