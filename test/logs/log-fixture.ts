import '../../runtime/transports/node/claim-stdout.js';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { AccessError, error, type HttpRequestInfo } from '../../runtime/index.js';
import { runServer } from '../../runtime/transports/node/index.js';
import { openTelemetry } from '../../runtime/features/telemetry/index.js';
import { makeDefinition, makeHandlers, makeTool, throwing } from '../wire/fixture-server.js';

const { OPTIONS_LOG: log = '{}', FAIL_SETUP: failure, TRACED: traced } = process.env;

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(new BasicTracerProvider());

await runServer(
  {
    definition: makeDefinition({ tools: ['find', 'fail', 'broken'].map((name) => makeTool(name)) }),
    handlers: makeHandlers({
      tools: {
        find: () => 'found',
        fail: () => error('no such book'),
        broken: throwing(new Error('no shelf\nat all')),
      },
    }),
    options: { log: JSON.parse(log) },
    ...(traced !== undefined && { telemetry: openTelemetry() }),
    authenticate: async (request: HttpRequestInfo) => {
      const token = request.header('authorization');
      if (token === undefined) throw new AccessError(401, 'A token is needed');
      return { principal: token };
    },
    setup: () => {
      if (failure !== undefined) throw new Error(failure);
    },
  },
  process.argv.slice(2),
);
