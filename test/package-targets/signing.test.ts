import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { openMcpb } from './open-mcpb.js';
import { fullDefinition, makeProject, readPackaged, runPackage } from './packaged-projects.js';

const keys = makeFolder();

function openssl(...args: readonly string[]): string {
  return execFileSync('openssl', args, { cwd: keys, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Makes `<name>.pem` and `<name>.key`: a certificate that signs itself. */
function makeCertificate(name: string, usage: string, ...more: readonly string[]): void {
  const subject = ['-subj', '/CN=Jane Doe', '-addext', `extendedKeyUsage=${usage}`];
  openssl('req', '-x509', '-nodes', '-newkey', ...more, '-keyout', `${name}.key`, '-out', `${name}.pem`, ...subject);
}

makeCertificate('jane', 'codeSigning', 'rsa:2048');
makeCertificate('web', 'serverAuth', 'rsa:2048');
makeCertificate('curve', 'codeSigning', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256');
// The certificate in the middle of a chain, which travels with the signature.
writeFileSync(path.join(keys, 'chain.pem'), `${readPem('jane.pem')}${readPem('web.pem')}`);
openssl('rsa', '-in', 'jane.key', '-aes256', '-passout', 'pass:secret', '-out', 'locked.key');

function readPem(name: string): string {
  return readFileSync(path.join(keys, name), 'utf8');
}

const project = await makeProject(fullDefinition);
const bundleFile = path.join(project, 'packages/mcpb/acme-shelf.mcpb');

function signWith(certificate: string, key: string, ...targets: readonly string[]) {
  return runPackage(project, 'mcpb', ...targets, '--sign', path.join(keys, certificate), '--key', path.join(keys, key));
}

/** Content and signature of a bundle, by the format: header, length in four bytes, signature, footer. */
function takeApart(bundle: Buffer): { readonly content: Buffer; readonly signature: Buffer; readonly block: Buffer } {
  const start = bundle.lastIndexOf('MCPB_SIG_V1');
  expect(start).toBeGreaterThan(0);
  const length = bundle.readUInt32LE(start + 11);
  expect(bundle.toString('latin1', start + 15 + length)).toBe('MCPB_SIG_END');
  return {
    content: bundle.subarray(0, start),
    signature: bundle.subarray(start + 15, start + 15 + length),
    block: bundle.subarray(start),
  };
}

test('a bundle is signed with the key of the user; OpenSSL verifies the signature, and refuses it for another content', async () => {
  expect(await signWith('chain.pem', 'jane.key', 'registry')).toMatchObject({ exitCode: 0, error: '' });
  const { content, signature, block } = takeApart(readFileSync(bundleFile));
  writeFileSync(path.join(keys, 'content'), content);
  writeFileSync(path.join(keys, 'other'), Buffer.concat([content, Buffer.from('!')]));
  writeFileSync(path.join(keys, 'signature'), signature);
  const verify = ['cms', '-verify', '-binary', '-inform', 'DER', '-in', 'signature', '-CAfile', 'jane.pem'];
  const purpose = ['-purpose', 'any', '-signer', 'signer.pem', '-certsout', 'all.pem', '-out', 'verified'];
  openssl(...verify, ...purpose, '-content', 'content');
  expect(readFileSync(path.join(keys, 'verified')).equals(content)).toBe(true);
  expect(openssl('x509', '-in', 'signer.pem', '-noout', '-subject')).toMatch(/CN\s*=\s*Jane Doe/u);
  expect(readPem('all.pem').match(/BEGIN CERTIFICATE/gu)).toHaveLength(2);
  expect(() => openssl(...verify, '-purpose', 'any', '-content', 'other')).toThrow('CMS Verification failure');
  // Strict readers of ZIP refuse bytes after the end of an archive, unless its last record declares them as a comment.
  expect(content.readUInt32LE(content.length - 22)).toBe(0x06054b50);
  expect(content.readUInt16LE(content.length - 2)).toBe(block.length);
});

test('a host unpacks a signed bundle, and server.json has the hash of the signed file', async () => {
  const { unpackExtension } = await openMcpb();
  const outputDir = path.join(makeFolder(), 'unpacked');
  expect(await unpackExtension({ mcpbPath: bundleFile, outputDir, silent: true })).toBe(true);
  const { packages } = await readPackaged(project, 'registry/server.json');
  const fileSha256 = createHash('sha256').update(readFileSync(bundleFile)).digest('hex');
  expect(packages).toContainEqual(expect.objectContaining({ registryType: 'mcpb', fileSha256 }));
});

test('a run without the key keeps the signature while the bundle is the same, and says when it is lost', async () => {
  const signed = readFileSync(bundleFile);
  expect(await runPackage(project, '--check')).toMatchObject({ exitCode: 0, error: '' });
  expect(await runPackage(project, 'mcpb')).toMatchObject({ exitCode: 0, error: '' });
  expect(readFileSync(bundleFile).equals(signed)).toBe(true);
  expect(await signWith('chain.pem', 'jane.key')).toMatchObject({ exitCode: 0 });
  expect(readFileSync(bundleFile).equals(signed)).toBe(true);
  writeFileSync(path.join(project, 'LICENSE'), 'Leave it.\n');
  expect((await runPackage(project, '--check')).exitCode).toBe(1);
  const { exitCode, error } = await runPackage(project, 'mcpb');
  expect(exitCode).toBe(0);
  expect(error).toContain('The bundle has changed since it was signed, so the new one is unsigned.');
  expect(readFileSync(bundleFile).includes('MCPB_SIG_V1')).toBe(false);
});

test.each([
  ['jane.pem', 'web.key', 'does not belong to the certificate'],
  ['web.pem', 'web.key', 'is not for code signing'],
  ['curve.pem', 'curve.key', 'is not an RSA key'],
  ['jane.pem', 'locked.key', 'is password-protected'],
  ['jane.pem', 'jane.pem', 'contains no PEM private key'],
  ['jane.key', 'jane.key', 'contains no PEM certificate'],
  ['missing.pem', 'jane.key', 'missing.pem does not exist'],
])('the certificate %s with the key %s signs nothing', async (certificate, key, reason) => {
  const before = readFileSync(bundleFile);
  const { exitCode, error } = await signWith(certificate, key);
  expect(exitCode).toBe(1);
  expect(error).toContain(reason);
  expect(error).not.toContain('BEGIN');
  expect(readFileSync(bundleFile).equals(before)).toBe(true);
});

test.each([
  [['mcpb', '--sign', 'a.pem'], '--sign and --key require each other'],
  [['npm', '--sign', 'a.pem', '--key', 'b.pem'], '--sign requires the mcpb target'],
  [['--check', '--sign', 'a.pem', '--key', 'b.pem'], '--check does not need a key'],
])('package %j is a wrong use', async (argv, reason) => {
  const { exitCode, error } = await runPackage(project, ...argv);
  expect(exitCode).toBe(2);
  expect(error).toContain(reason);
});
