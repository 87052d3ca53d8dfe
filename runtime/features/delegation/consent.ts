import type { DelegatedApi } from './delegate.js';
import type { ConsentDefinition, LoginDefinition } from './delegation-definition.js';
import { AuthorizationServer } from './authorization-server.js';
import { BrowserLogin } from './browser-login.js';
import { ConsentPages } from './consent-pages.js';
import { fillTexts } from './fill-texts.js';
import { GrantStore } from './grant-store.js';
import { UserGrants } from './user-grants.js';

/**
 * Declares an API whose authorization server asks each user for consent on a page.
 *
 * @param login Client credentials of this server at the issuer of access tokens, where users log in, so that no user
 *   can consent on behalf of another.
 */
export function consent(api: string, definition: ConsentDefinition, login: LoginDefinition): DelegatedApi {
  return {
    api,
    open: (platform) => {
      const { environment } = platform;
      const filled = fillTexts(definition, environment, `\`consent\` of the ${api} API`);
      const filledLogin = fillTexts(login, environment, '`login` of `auth`');
      const server = new AuthorizationServer(filled, filled);
      const grants = new GrantStore({ api, definition: filled }, platform);
      const pages = new ConsentPages({
        api,
        definition: filled,
        server,
        login: new BrowserLogin(filledLogin, platform.access),
        grants,
        platform,
      });
      return {
        source: new UserGrants({ api, name: platform.name, server, grants, pages }),
        listPages: () => pages.list(),
        findPage: (request) => pages.find(request),
      };
    },
  };
}
