// Authorization server with metadata and a key only. Sends its address and an access token to its parent process.
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const [resource, scope] = process.argv.slice(2);
const { privateKey, publicKey } = await generateKeyPair('ES256');
const key = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256', use: 'sig' };

const server = createServer(({ url }, response) => {
  const answer = url === '/keys' ? { keys: [key] } : { issuer: address(), jwks_uri: `${address()}/keys` };
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
});

function address() {
  return `http://127.0.0.1:${server.address().port}`;
}

server.listen(0, '127.0.0.1', async () => {
  const token = await new SignJWT({ scope, client_id: 'bench' })
    .setProtectedHeader({ alg: 'ES256', kid: 'bench', typ: 'at+jwt' })
    .setIssuer(address())
    .setSubject('ada')
    .setAudience(resource)
    .setIssuedAt()
    .setExpirationTime('1d')
    .sign(privateKey);
  process.send({ issuer: address(), token });
});
