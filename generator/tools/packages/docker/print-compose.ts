import { imagePort } from '../../scaffold/print-dockerfile.js';
import type { Setting } from '../../../features/package/list-settings.js';
import { mcpbName } from '../mcpb/mcpb-manifest.js';
import { cleanLine } from '../../../features/package/clean-line.js';
import { printYaml } from '../print-yaml.js';
import type { PackagedProject } from '../target.js';

/** User's file with the values of secrets, next to the compose file. */
export const secretsFile = 'secrets.env';

/**
 * Prints a compose file that serves HTTP on the loopback address. Values other than secrets come from the environment
 * of `docker compose`, or from `.env` next to the file.
 *
 * @see https://docs.docker.com/reference/compose-file/services/
 */
export function printCompose(project: PackagedProject, image: string): string {
  const { settings, model } = project;
  const open = settings.filter(({ isSecret }) => !isSecret);
  const hasSecrets = settings.some(({ isSecret }) => isSecret);
  const service = {
    image,
    build: { context: '.', target: 'http' },
    ports: [`127.0.0.1:${imagePort}:${imagePort}`],
    ...(open.length > 0 && {
      environment: Object.fromEntries(open.map((setting) => [setting.variable, valueOf(setting)])),
    }),
    ...(hasSecrets && { env_file: [{ path: secretsFile, required: settings.some(isNeededSecret) }] }),
    restart: 'unless-stopped',
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    init: true,
  };
  return printYaml({ services: { [mcpbName(model.server.name)]: service } });
}

function isNeededSecret({ isSecret, isRequired }: Setting): boolean {
  return isSecret && isRequired;
}

/**
 * Prints the value of a variable: `null` passes a variable on if it is set in the environment. Dollar signs are
 * doubled.
 */
function valueOf({ variable, isRequired, defaultValue }: Setting): string | null {
  if (defaultValue === undefined) return isRequired ? `\${${variable}:?it is required}` : null;
  const value = String(defaultValue);
  // Other characters would end the default or become part of it.
  return /^[\w./:@ -]*$/u.test(value) ? `\${${variable}:-${value}}` : value.replaceAll('$', '$$$$');
}

/** Prints an example of the file with secrets; `undefined` if the server has no secrets. */
export function printSecrets({ settings }: PackagedProject): string | undefined {
  const secrets = settings.filter(({ isSecret }) => isSecret);
  if (secrets.length === 0) return undefined;
  const lines = secrets.map(({ variable, title, description, isRequired }) => {
    const about = cleanLine([title, description].filter((text) => text !== '').join(': '));
    return `# ${about}${isRequired ? ' (required)' : ''}\n${isRequired ? '' : '# '}${variable}=\n`;
  });
  return `# Copy this file to ${secretsFile}, and fill it in. Keep it out of version control.\n\n${lines.join('\n')}`;
}
