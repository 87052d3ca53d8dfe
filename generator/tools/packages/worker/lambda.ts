import { cleanLine } from '../../../features/package/clean-line.js';
import { printYaml } from '../print-yaml.js';
import { descriptionOf } from '../../../features/package/public-facts.js';
import type { Setting } from '../../../features/package/list-settings.js';
import { mcpbName } from '../mcpb/mcpb-manifest.js';
import type { PackagedProject } from '../target.js';
import { needsPackages, platformManifest } from './platform-manifest.js';
import { stateKeys, type Platform } from './platform.js';

/**
 * AWS Lambda, with a Serverless Application Model (SAM) template.
 *
 * @see https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-resource-function.html and
 *   https://docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html
 */
export const lambda: Platform = {
  name: 'lambda',
  title: 'AWS Lambda',
  summary: 'a function for AWS Lambda with a SAM template',
  bundle: 'node',
  hasInstances: true,
  stores: ['redis'],
  // https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
  reserved: /^(?:_.*|AWS_.*|LAMBDA_.*|TZ|LANG|PATH|LD_LIBRARY_PATH|NODE_PATH|.)$/u,
  ending: 'export const { handler, buffered } = createLambdaHandlers(server);',
  isProcess: false,
  ignored: ['.aws-sam/', 'function/node_modules/'],
  files: (project, server) => [
    { path: 'template.yaml', content: printYaml(describeStack(project), '1.1') },
    { path: 'function/index.mjs', content: server },
    { path: 'function/package.json', content: platformManifest('lambda', project) },
  ],
  commands: (project) => ({
    deploy: [
      ...(needsPackages('lambda', project) ? ['sam build'] : []),
      `sam deploy --guided --stack-name ${mcpbName(project.model.server.name)}`,
    ],
    address: 'https://<id>.lambda-url.<region>.on.aws/mcp',
    setVariable: () => undefined,
    aboutSettings: '`sam deploy --guided` asks for each variable; secret values are not shown.',
    limits: [
      'The address of the function is public (`AuthType: NONE`): the server itself authenticates callers.',
      'For API Gateway (HTTP API, payload format 2.0, stage `$default`), set `Handler: index.buffered`. Responses are then sent only when they are complete, so subscriptions do not work.',
      'A call can take at most 15 minutes (`Timeout` in `template.yaml`). A response that is still open is ended half a second before that limit.',
    ],
  }),
};

/** Template parameter with the value of an environment variable. */
interface Parameter extends Pick<Setting, 'variable' | 'isSecret' | 'isRequired' | 'defaultValue'> {
  /** Parameter name: letters and digits. */
  readonly id: string;
  readonly about: string;
}

function listParameters({ settings }: PackagedProject): readonly Parameter[] {
  const keys = {
    variable: stateKeys,
    title: 'State keys',
    description: 'Secret that seals pending elicitations: at least 32 characters, or empty.',
    isSecret: true,
    isRequired: false,
  };
  const all = settings.some(({ variable }) => variable === stateKeys) ? settings : [...settings, keys];
  const taken = new Set<string>();
  return all.map(({ variable, title, description, ...rest }) => {
    const about = cleanLine([title, description].filter((text) => text !== '').join(': ')).slice(0, 1000);
    return { ...rest, variable, id: freeId(variable, taken), about };
  });
}

/** Returns an unused parameter name, such as `AcmeKey` for `ACME_KEY`. */
function freeId(variable: string, taken: Set<string>): string {
  const words = variable.toLowerCase().split(/[^a-z0-9]+/u);
  const id = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
  let free = id;
  for (let count = 2; taken.has(free); count++) free = `${id}x${count}`;
  taken.add(free);
  return free;
}

/** Maximum number of characters in a parameter description. The template allows 1,024 bytes. */
const maxDescription = 250;

function describeStack(project: PackagedProject): object {
  const parameters = listParameters(project);
  const optional = parameters.filter(({ isRequired, defaultValue }) => !isRequired && defaultValue === undefined);
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Transform: 'AWS::Serverless-2016-10-31',
    Description: cleanLine(descriptionOf(project)).slice(0, maxDescription),
    Parameters: Object.fromEntries(parameters.map((parameter) => [parameter.id, describeParameter(parameter)])),
    // An empty parameter leaves its variable unset.
    ...(optional.length > 0 && {
      Conditions: Object.fromEntries(
        optional.map(({ id }) => [`Has${id}`, { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: id }, ''] }] }]),
      ),
    }),
    Resources: {
      Server: {
        Type: 'AWS::Serverless::Function',
        Properties: {
          CodeUri: 'function/',
          Handler: 'index.handler',
          Runtime: 'nodejs24.x',
          Architectures: ['arm64'],
          MemorySize: 512,
          Timeout: 300,
          FunctionUrlConfig: { AuthType: 'NONE', InvokeMode: 'RESPONSE_STREAM' },
          Environment: {
            Variables: Object.fromEntries(
              parameters.map(({ variable, id }) => [
                variable,
                optional.some((each) => each.id === id)
                  ? { 'Fn::If': [`Has${id}`, { Ref: id }, { Ref: 'AWS::NoValue' }] }
                  : { Ref: id },
              ]),
            ),
          },
        },
      },
    },
    Outputs: { Endpoint: { Value: { 'Fn::Sub': '${ServerUrl.FunctionUrl}mcp' } } },
  };
}

function describeParameter({ about, isSecret, isRequired, defaultValue }: Parameter): object {
  return {
    Type: 'String',
    ...(about !== '' && { Description: about }),
    ...(isRequired ? { MinLength: 1 } : { Default: String(defaultValue ?? '') }),
    ...(isSecret && { NoEcho: true }),
  };
}
