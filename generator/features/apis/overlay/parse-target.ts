import { JSONPathEnvironment, JSONPathError, type JSONPathQuery } from 'json-p3';
import type { SourceLocation } from '../../../core/diagnostics/diagnostic.js';
import type { ScalarNode } from '../../../core/source/source-node.js';

/** An expression that cannot be parsed. */
interface TargetProblem {
  readonly location: SourceLocation;
  /** Predicate of a message, such as `is nested too deeply`. */
  readonly reason: string;
}

/** Maximum number of characters in an expression. */
const maxLength = 5_000;

const environment = new JSONPathEnvironment();

/** Parses a JSONPath expression. @see https://www.rfc-editor.org/rfc/rfc9535 */
export function parseTarget(node: ScalarNode, expression: string): JSONPathQuery | TargetProblem {
  const { location } = node;
  if (expression.length > maxLength) {
    return { location, reason: `is longer than ${maxLength} characters` };
  }
  try {
    return environment.compile(expression);
  } catch (error) {
    // The parser is recursive and can overflow the stack.
    if (error instanceof RangeError) return { location, reason: 'is nested too deeply' };
    if (!(error instanceof JSONPathError)) throw error;
    const { index } = error.token;
    return {
      location: locateInside(location, expression, index),
      reason: `is not a JSONPath expression: ${withoutContext(error.message)}`,
    };
  }
}

/** Removes the excerpt of the expression that the parser appends to its message: `unexpected token ('$.a[':4)`. */
function withoutContext(message: string): string {
  const end = message.lastIndexOf(" ('");
  return end === -1 ? message : message.slice(0, end);
}

/** Returns the location of a character in an expression, which may be quoted but contains no escapes. */
function locateInside(location: SourceLocation, expression: string, index: number): SourceLocation {
  const quote = location.length - expression.length === 2 ? 1 : 0;
  if (location.length !== expression.length + 2 * quote) return location;
  const offset = quote + Math.min(index, Math.max(0, expression.length - 1));
  return { ...location, column: location.column + offset, length: 1 };
}
