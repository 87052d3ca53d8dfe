import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const authChanges = changeRows({
  'auth-added': ['breaking', 'compatible', 'Callers over HTTP now need a token or key.'],
  'auth-removed': ['compatible', 'may-break', 'Callers no longer need a token or key.'],
  'issuer-added': ['compatible', 'compatible', 'Tokens from an additional issuer are now accepted.'],
  'issuer-removed': ['breaking', 'compatible', 'Tokens from an issuer are no longer accepted.'],
  'resource-address-changed': ['breaking', 'compatible', 'Tokens must be issued for a different server URL.'],
  'audience-added': ['compatible', 'compatible', 'Tokens for an additional audience are now accepted.'],
  'audience-removed': ['breaking', 'compatible', 'Tokens for an audience are no longer accepted.'],
  'scope-prefix-changed': ['may-break', 'compatible', 'Clients request scopes from the issuer under different names.'],
  'credentials-added': ['compatible', 'compatible', 'An additional kind of token or key is now accepted.'],
  'credentials-removed': ['breaking', 'compatible', 'A kind of token or key is no longer accepted.'],
  'credentials-changed': ['compatible', 'compatible', 'A kind of token or key is now checked differently.'],
  'scope-declared': ['compatible', 'compatible', 'A scope is new.'],
  'scope-undeclared': ['compatible', 'breaking', 'A scope was removed; handlers that refer to it no longer compile.'],
  'scopes-raised': ['breaking', 'compatible', 'Callers need more scopes: some callers may lose access.'],
  'scopes-lowered': ['compatible', 'compatible', 'Callers need fewer scopes.'],
});
