import { GraphQLError, parse, Source, type DocumentNode } from 'graphql';
import { createDiagnostic } from '../../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../../core/diagnostics/diagnostic.js';
import { graphqlDiagnostics } from '../diagnostics.js';
import { locateError, quoteNames } from './locate.js';

/** Maximum number of tokens of a schema. */
const maxSchemaTokens = 2_000_000;
/** Maximum number of tokens of an operation file. */
const maxOperationTokens = 100_000;

/** Parses a file; reports a syntax error and returns `undefined`. */
export function parseFile(
  file: string,
  text: string,
  kind: 'schema' | 'operations',
  diagnostics: Diagnostic[],
): DocumentNode | undefined {
  const maxTokens = kind === 'schema' ? maxSchemaTokens : maxOperationTokens;
  if (text.replaceAll(/#.*/gu, '').trim() === '') {
    const location = { file, line: 1, column: 1, length: 1 };
    const message = `The file has no ${kind === 'schema' ? 'types' : 'operations'}.`;
    const help = 'Write some, or remove the file.';
    diagnostics.push(createDiagnostic(graphqlDiagnostics['invalid-graphql'], location, message, { help }));
    return undefined;
  }
  try {
    const document = parse(new Source(text, file), { maxTokens });
    if (isNestedDeeply(document)) throw new RangeError();
    return document;
  } catch (error) {
    diagnostics.push(describeFailure(error, file, maxTokens));
    return undefined;
  }
}

/** Maximum number of nested braces, brackets and parentheses: most functions on documents are recursive. */
const maxNesting = 200;

function isNestedDeeply({ loc }: DocumentNode): boolean {
  let depth = 0;
  for (let token = loc?.startToken.next ?? null; token; token = token.next) {
    if (/^[{[(]$/u.test(token.kind)) depth += 1;
    else if (/^[}\])]$/u.test(token.kind)) depth -= 1;
    if (depth > maxNesting) return true;
  }
  return false;
}

function describeFailure(error: unknown, file: string, maxTokens: number): Diagnostic {
  const rule = graphqlDiagnostics['invalid-graphql'];
  if (!(error instanceof GraphQLError)) {
    // The parser is recursive.
    const message = 'The document is nested too deeply.';
    return createDiagnostic(rule, { file, line: 1, column: 1, length: 1 }, message, { help: 'Simplify it.' });
  }
  const isTooLong = error.message.includes('tokens. Parsing aborted');
  const message = isTooLong
    ? `The document has more than ${maxTokens} tokens.`
    : `${quoteNames(error.message.replace(/^Syntax Error: /u, ''))}`;
  const help = isTooLong ? 'Split it.' : 'Check the syntax before this place.';
  return createDiagnostic(rule, locateError(error, file), message, { help });
}
