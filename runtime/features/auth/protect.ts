import type { AuthDefinition, AuthSource } from '../../core/api/auth.js';
import { readApiKeys } from './read-api-keys.js';
import { openSettings } from './auth-settings.js';
import { ResourceServer } from './resource-server.js';

/** Declares the authentication of an HTTP server. The server opens the result when it starts. */
export function protect(definition: AuthDefinition): AuthSource {
  return {
    open: async (platform) => {
      const settings = openSettings(definition, platform);
      const keys = await readApiKeys(definition.apiKeys, settings, platform);
      return new ResourceServer(settings, keys, platform);
    },
  };
}
