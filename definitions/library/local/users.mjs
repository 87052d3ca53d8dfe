/**
 * Users of the authorization server on this machine, with public demo passwords.
 *
 * @type {readonly { readonly id: string, readonly name: string, readonly password: string, readonly scopes: readonly string[] }[]}
 */
export const users = [
  { id: 'ada', name: 'Ada Lovelace', password: 'engine', scopes: ['books:read', 'loans:read', 'loans:write'] },
  {
    id: 'grace',
    name: 'Grace Hopper',
    password: 'compiler',
    scopes: ['books:read', 'loans:read', 'loans:write', 'catalogue:admin'],
  },
];

/** Scopes of the library, with the descriptions that the consent page shows. */
export const scopes = {
  'books:read': 'Read the catalog',
  'loans:read': 'See your loans',
  'loans:write': 'Borrow and return books',
  'catalogue:admin': 'Change the catalog',
};

/**
 * Finds a user by name and password.
 *
 * @param {string | null} id
 * @param {string | null} password
 */
export function findUser(id, password) {
  return users.find((user) => user.id === id && user.password === password);
}
