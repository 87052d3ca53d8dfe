import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The OpenAPI document of the API of `openPetsApi`. */
export const petsDocument = path.join(import.meta.dirname, 'pets.openapi.json');

/** Whether a result of one of our tools has all pets. */
export const isTwentyPets = ({ structuredContent }) => structuredContent.result.length === 20;

/** Starts the API in a process of its own. `environment` tells its address and a token to each of the servers. */
export async function openPetsApi() {
  const child = fork(path.join(import.meta.dirname, 'pets-api.mjs'));
  const [port] = await once(child, 'message');
  const url = `http://127.0.0.1:${port}/api`;
  const environment = {
    BENCH__PETS__BASE_URL: url,
    BENCH__PETS__TOKEN: 'bench-token',
    API_BASE_URL: url,
    BEARER_TOKEN_TOKEN: 'bench-token',
  };
  return { url, environment, close: () => child.kill() };
}
