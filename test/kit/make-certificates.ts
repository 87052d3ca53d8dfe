import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findOrInstall } from './find-program.mjs';
import { makeFolder } from './make-folder.js';

/** A certificate that an authority of the test has signed; paths of PEM files. */
export interface Certificate {
  readonly file: string;
  readonly keyFile: string;
  /** Certificate of the authority. */
  readonly authority: string;
}

/** An authority that no program trusts by itself. */
export interface Authority {
  /** Path of its certificate. */
  readonly file: string;
  /** Signs a certificate for a name such as `DNS:localhost` or `IP:127.0.0.1`. */
  sign(name: string): Certificate;
}

/** Makes an authority, with OpenSSL. Its files are removed after the tests. */
export function makeAuthority(): Authority {
  const program = findOrInstall({ names: ['openssl'], debianPackage: 'openssl' });
  const folder = makeFolder({ '.keep': '' });
  const at = (file: string): string => path.join(folder, file);
  const make = (name: string, subject: string, ...options: readonly string[]): void => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', at(`${name}.key`)];
    const args = [
      'req',
      '-x509',
      '-days',
      '2',
      ...key,
      '-out',
      at(`${name}.pem`),
      '-subj',
      `/CN=${subject}`,
      ...options,
    ];
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl: ${stderr}`);
  };
  make('authority', 'Authority of a test', '-addext', 'basicConstraints=critical,CA:TRUE');
  let count = 0;
  return {
    file: at('authority.pem'),
    sign: (name) => {
      const own = `certificate-${(count += 1)}`;
      const signer = ['-CA', at('authority.pem'), '-CAkey', at('authority.key')];
      make(own, own, ...signer, '-addext', `subjectAltName=${name}`, '-addext', 'basicConstraints=CA:FALSE');
      return { file: at(`${own}.pem`), keyFile: at(`${own}.key`), authority: at('authority.pem') };
    },
  };
}
