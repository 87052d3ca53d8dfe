import type { DelegatedApi } from './delegate.js';
import type { ExchangeDefinition } from './delegation-definition.js';
import { fillTexts } from './fill-texts.js';
import { TokenExchange } from './token-exchange.js';

/** Declares an API that receives a token which its authorization server issues in exchange for the caller's token. */
export function exchange(api: string, definition: ExchangeDefinition): DelegatedApi {
  return {
    api,
    open: ({ environment, access }) => {
      const filled = fillTexts(definition, environment, `\`exchange\` of the ${api} API`);
      return { source: new TokenExchange(api, filled, access.issuers) };
    },
  };
}
