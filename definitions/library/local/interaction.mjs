import { text } from 'node:stream/consumers';
import { consentPage, loginPage } from './pages.mjs';
import { findUser, scopes, users } from './users.mjs';

/**
 * Serves the login and consent pages. The user's account determines which requested scopes are granted.
 *
 * @param {import('oidc-provider').Provider} provider
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
export async function answerInteraction(provider, request, response) {
  try {
    const interaction = await provider.interactionDetails(request, response);
    const form = request.method === 'POST' ? new URLSearchParams(await text(request)) : undefined;
    const result =
      interaction.prompt.name === 'login' ? logIn(form, response) : await agree(provider, interaction, form, response);
    if (result) await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  } catch (error) {
    // Interactions expire after ten minutes, and are bound to one browser.
    show(response, 400, `<p>This page is not valid any more. Start again in your program. (${error.name})</p>`);
  }
}

/** Returns the result of the login, or shows the login page and returns `undefined`. */
function logIn(form, response) {
  const user = findUser(form?.get('user') ?? null, form?.get('password') ?? null);
  if (user) return { login: { accountId: user.id } };
  show(response, form ? 401 : 200, loginPage(form && 'There is no such user with this password.'));
  return undefined;
}

/** Returns the result of the consent page, or shows the page and returns `undefined`. */
async function agree(provider, { prompt, params, session, grantId }, form, response) {
  const user = users.find(({ id }) => id === session.accountId);
  const { missingOIDCScope = [], missingResourceScopes = {} } = prompt.details;
  const asked = Object.entries(missingResourceScopes);
  const isAllowed = (scope) => user.scopes.includes(scope);
  if (!form) {
    const names = params.scope?.split(' ') ?? [];
    const client = await provider.Client.find(params.client_id);
    const program = client?.clientName ?? params.client_id;
    // OpenID Connect scopes, such as `offline_access`, are allowed for every account.
    const refused = names.filter((scope) => scope in scopes && !isAllowed(scope));
    const granted = names.filter((scope) => !refused.includes(scope));
    show(response, 200, consentPage(program, user.name, granted, refused));
    return undefined;
  }
  if (form.get('answer') !== 'allow') return { error: 'access_denied', error_description: 'The user said no' };
  const known = grantId && (await provider.Grant.find(grantId));
  const grant = known || new provider.Grant({ accountId: user.id, clientId: params.client_id });
  if (missingOIDCScope.length > 0) grant.addOIDCScope(missingOIDCScope.join(' '));
  for (const [resource, names] of asked) {
    grant.addResourceScope(resource, names.filter(isAllowed).join(' '));
    grant.rejectResourceScope(resource, names.filter((name) => !isAllowed(name)).join(' '));
  }
  return { consent: { grantId: await grant.save() } };
}

function show(response, status, html) {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }).end(html);
}
