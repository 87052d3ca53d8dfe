import { users } from './users.mjs';

/**
 * Prints server URLs, user accounts, and commands to try.
 *
 * @param {object} started
 * @param {string} started.endpoint address of the MCP server
 * @param {string} started.issuer address of the authorization server
 * @param {string} started.catalogue address of the API
 * @param {string} started.folder path of this folder, for shell commands
 */
export function printGuide({ endpoint, issuer, catalogue, folder }) {
  const { origin, pathname } = new URL(endpoint);
  const accounts = users.map(
    ({ id, password, name, scopes }) => `  ${`${id} / ${password}`.padEnd(21)} ${name}: ${scopes.join(' ')}`,
  );
  const logIn = (user, scopes) => `TOKEN=$(node ${folder}/log-in.mjs ${user} '${scopes}' $MCP)`;
  console.log(`The library is open. Ctrl-C ends everything.

  MCP server            ${endpoint}
  Authorization server  ${issuer}
  API of the catalogue  ${catalogue}

Users and passwords
${accounts.join('\n')}

Connect
  claude mcp add --transport http library ${endpoint}
      then /mcp in Claude Code: "Authenticate" opens the login page
  npx @modelcontextprotocol/inspector
      then Streamable HTTP, ${endpoint}, "Connect"

What a client does, in another shell
  1. Without a token: 401, which names the metadata.
     MCP=${endpoint}
     curl -i $MCP --json '{}'
  2. The metadata names the authorization server.
     curl ${origin}/.well-known/oauth-protected-resource${pathname}
  3. Log in. This command registers a client, and fills in the pages for you.
     ${logIn('ada', 'books:read')}
  4. Call a tool.
     ${call('find_books', { words: 'dune' })}
  5. Another tool needs more: 403, which names all scopes to ask for.
     ${call('borrow_book', { isbn: '9780441172719' })}
  6. Log in with these, and call it again.
     ${logIn('ada', 'books:read loans:write')}
     ${call('borrow_book', { isbn: '9780441172719' })}
  7. Another user does not see this loan.
     ${logIn('grace', 'books:read loans:read')}
     ${call('list_loans', {})}
`);
}

/** Command that calls a tool. */
function call(name, values) {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: values } };
  return `curl -i $MCP -H "Authorization: Bearer $TOKEN" --json '${JSON.stringify(message)}'`;
}
