import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const authChanges = changeRows({
  'auth-added': ['breaking', 'compatible', 'Callers over HTTP need a token or a key now.'],
  'auth-removed': ['compatible', 'may-break', 'Callers no longer need a token or key.'],
  'issuer-added': ['compatible', 'compatible', 'Tokens of another issuer are accepted, too.'],
  'issuer-removed': ['breaking', 'compatible', 'Tokens of an issuer are no longer accepted.'],
  'resource-address-changed': ['breaking', 'compatible', 'Tokens must be issued for another address.'],
  'audience-added': ['compatible', 'compatible', 'Tokens for another audience are accepted, too.'],
  'audience-removed': ['breaking', 'compatible', 'Tokens for an audience are no longer accepted.'],
  'scope-prefix-changed': ['may-break', 'compatible', 'Clients ask the issuer for scopes by other names.'],
  'credentials-added': ['compatible', 'compatible', 'Another kind of tokens or keys is accepted, too.'],
  'credentials-removed': ['breaking', 'compatible', 'A kind of tokens or keys is no longer accepted.'],
  'credentials-changed': ['compatible', 'compatible', 'How a kind of tokens or keys is checked changed.'],
  'scope-declared': ['compatible', 'compatible', 'A scope is new.'],
  'scope-undeclared': ['compatible', 'breaking', 'A scope is gone; handlers that name it do not compile.'],
  'scopes-raised': ['breaking', 'compatible', 'Callers need more scopes: some callers may lose access.'],
  'scopes-lowered': ['compatible', 'compatible', 'Callers need fewer scopes.'],
});
