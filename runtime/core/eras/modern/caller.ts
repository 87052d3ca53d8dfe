import { type Caller, isClientIdentity, isLogLevel } from '../../exchange/exchange.js';
import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { capabilitiesKey, clientKey, logLevelKey, versionKey } from '../../../wire/json-rpc.js';
import { invalidParams, ProtocolError } from '../../../wire/protocol-error.js';
import { type ModernProtocolVersion, modernProtocolVersions } from '../../../wire/protocol-versions.js';

/** Sender of a modern request. */
export interface ModernCaller extends Caller {
  readonly protocolVersion: ModernProtocolVersion;
}

/**
 * Reads the sender of a request from its `_meta`.
 *
 * @throws ProtocolError -32022 for an unsupported version, -32602 for missing or malformed metadata.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export function readModernCaller(params: JsonObject): ModernCaller {
  const meta = isJsonObject(params['_meta']) ? params['_meta'] : {};
  const { [versionKey]: version, [clientKey]: client, [capabilitiesKey]: capabilities, [logLevelKey]: level } = meta;
  const protocolVersion = modernProtocolVersions.find((known) => known === version);
  if (protocolVersion === undefined && typeof version === 'string') {
    throw new ProtocolError(-32022, 'Unsupported protocol version', {
      supported: modernProtocolVersions,
      requested: version,
    });
  }
  const isClientGood = client === undefined || isClientIdentity(client);
  const isLevelGood = level === undefined || isLogLevel(level);
  if (protocolVersion !== undefined && isJsonObject(capabilities) && isClientGood && isLevelGood) {
    return { protocolVersion, client, clientCapabilities: capabilities, logLevel: level };
  }
  const problems = [
    protocolVersion === undefined && `"${versionKey}" must be a string`,
    !isJsonObject(capabilities) && `"${capabilitiesKey}" must be an object`,
    !isClientGood && `"${clientKey}" must have a name and a version`,
    !isLevelGood && `"${logLevelKey}" must be a log level`,
  ];
  throw invalidParams(`Invalid params: in _meta, ${problems.filter((problem) => problem !== false).join(', ')}`);
}
