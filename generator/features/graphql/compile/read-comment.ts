import { TokenKind, type ASTNode, type Token } from 'graphql';

/** Returns the lines of the comment directly above a node; `undefined` if there is none. */
export function commentAbove({ loc }: Pick<ASTNode, 'loc'>): string | undefined {
  if (!loc) return undefined;
  const lines: string[] = [];
  let { line } = loc.startToken;
  for (let token = loc.startToken.prev; token?.kind === TokenKind.COMMENT; token = token.prev) {
    if (token.line !== line - 1 || isTrailing(token)) break;
    lines.unshift(token.value.replace(/^#?\s?/u, '').trimEnd());
    line = token.line;
  }
  const text = lines.join('\n').trim();
  return text === '' ? undefined : text;
}

/** Whether other tokens are on the line before a comment. */
function isTrailing({ prev, line }: Token): boolean {
  return prev !== null && prev.kind !== TokenKind.SOF && prev.line === line && prev.kind !== TokenKind.COMMENT;
}
