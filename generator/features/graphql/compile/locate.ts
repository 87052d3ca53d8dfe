import type { ASTNode, GraphQLError, Location } from 'graphql';
import { createDiagnostic } from '../../../core/diagnostics/create-diagnostic.js';
import type { DiagnosticRule } from '../../../core/diagnostics/diagnostic-table.js';
import type { Diagnostic, Help, SourceLocation } from '../../../core/diagnostics/diagnostic.js';

/** Maximum number of characters to underline. */
const maxLength = 80;

/** Returns the location of a node. The name of its source is the path of the file. */
export function locateNode({ loc }: Pick<ASTNode, 'loc'>): SourceLocation | undefined {
  return loc && locate(loc);
}

function locate({ source, startToken, start, end }: Location): SourceLocation {
  const { line, column } = startToken;
  const text = source.body.slice(start, Math.min(end, start + maxLength)).split(/\r?\n/u, 1)[0] ?? '';
  return { file: source.name, line, column, length: Math.max(1, text.length) };
}

/** Reports a node. */
export function reportNode(rule: DiagnosticRule, node: Pick<ASTNode, 'loc'>, message: string, help?: Help): Diagnostic {
  return createDiagnostic(rule, locateNode(node), message, { help });
}

/** Returns the location of an error: of its first node, or the place of a syntax error. */
export function locateError(error: GraphQLError, file: string): SourceLocation {
  const [node] = error.nodes ?? [];
  const found = node && locateNode(node);
  if (found) return found;
  const { line, column } = error.locations?.[0] ?? { line: 1, column: 1 };
  return { file: error.source?.name ?? file, line, column, length: 1 };
}

/** Quotes names in a message of the `graphql` package as this package does. */
export function quoteNames(message: string): string {
  return message.replaceAll('"', '`');
}
