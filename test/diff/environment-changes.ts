const none = 'server:\n  name: s\n  version: 1.0.0\n';
/** A server with an environment variable, which begins in line 5 and column 5. */
const reading = (variable: string): string => `${none}  environment:\n    V: ${variable}\n`;

/** Changes of environment variables: title, two versions, the changes from the first to the second, and those back unless they are the same. */
export const environmentChanges: readonly (readonly [string, string, string, string, string?])[] = [
  [
    'a required variable',
    none,
    reading('{ description: V. }'),
    'required-variable-added new 5:5',
    'variable-removed old 5:5',
  ],
  [
    'an optional variable',
    none,
    reading('{ description: V., required: false }'),
    'variable-added new 5:5',
    'variable-removed old 5:5',
  ],
  [
    'a variable that becomes required',
    reading('{ description: V., required: false }'),
    reading('{ description: V. }'),
    'variable-now-required new 5:5',
    'variable-now-optional new 5:5',
  ],
  [
    'a required variable that gets a default',
    reading('{ description: V. }'),
    reading('{ description: V., default: a }'),
    'variable-now-optional compatible/compatible new 5:5',
    'variable-now-required new 5:5',
  ],
  [
    'a default of a variable',
    reading('{ description: V., required: false }'),
    reading('{ description: V., required: false, default: a }'),
    'variable-default-added new 5:44',
    'variable-default-removed new 5:5',
  ],
  [
    'another default of a variable',
    reading('{ description: V., default: a }'),
    reading('{ description: V., default: b }'),
    'variable-default-changed new 5:27',
  ],
  [
    'the type of a variable',
    reading('{ description: V. }'),
    reading('{ description: V., type: integer }'),
    'variable-type-changed new 5:5',
  ],
  [
    'the type of a variable whose values stay numbers',
    reading('{ description: V., type: number }'),
    reading('{ description: V., type: integer }'),
    'variable-type-changed may-break/compatible new 5:5',
  ],
  [
    'the values of a variable',
    reading('{ description: V., enum: [a, b] }'),
    reading('{ description: V., enum: [a] }'),
    'enum-value-removed breaking/compatible new 5:27',
    'enum-value-added compatible/breaking new 5:27',
  ],
  [
    'the texts of a variable',
    reading('{ description: V. }'),
    reading('{ description: W., secret: true }'),
    'variable-documentation-changed new 5:5',
  ],
];
