import { scopes } from './users.mjs';

/** Descriptions of scopes. */
const meanings = { ...scopes, openid: 'Know who you are', offline_access: 'Stay logged in' };

/**
 * Page on which a user logs in.
 *
 * @param {string | undefined} problem what was wrong with the last attempt
 */
export function loginPage(problem) {
  return page(
    'Log in to the library',
    `${problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>`}
    <p><label>User <input name="user" autocomplete="username" autofocus required></label></p>
    <p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
    <p><button>Log in</button></p>`,
  );
}

/**
 * Page on which a user lets a program act for them.
 *
 * @param {string} program name that the program gave itself
 * @param {string} user full name
 * @param {readonly string[]} granted scopes that the program will get
 * @param {readonly string[]} refused scopes that it asks for and the user does not have
 */
export function consentPage(program, user, granted, refused) {
  const list = (names) => `<ul>${names.map((name) => `<li>${escapeHtml(meanings[name] ?? name)}</li>`).join('')}</ul>`;
  return page(
    `Allow ${program} to use the library?`,
    `<p>You are logged in as ${escapeHtml(user)}. The program asks to:</p>
    ${list(granted)}
    ${refused.length === 0 ? '' : `<p>Your account does not allow this, so the program will not get it:</p>${list(refused)}`}
    <p><button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button></p>`,
  );
}

function page(title, form) {
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>${escapeHtml(title)}</title>
  <style>body { font: 1rem/1.5 system-ui; margin: 4rem auto; max-width: 26rem; padding: 0 1rem }</style>
  <h1>${escapeHtml(title)}</h1>
  <form method="post">
    ${form}
  </form>
</html>
`;
}

/** Programs choose their own names, and a name must not become markup. */
function escapeHtml(text) {
  return text.replace(/[&<>"']/gu, (character) => `&#${character.codePointAt(0)};`);
}
