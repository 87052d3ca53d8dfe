/**
 * Current command-line options by former name, which work until 0.5. An entry applies only to commands that have the
 * current option.
 */
export const formerOptions: ReadonlyMap<string, string> = new Map([
  ['allow-outside', 'allow-folder'],
  ['allow-remote', 'allow-host'],
  ['artifacts', 'botserver-artifacts'],
  ['inspect', 'inspector'],
  ['sample', 'template'],
  ['to', 'out'],
]);

/** Option for the folder of generated files. Its former name, `out`, now has a different meaning. */
export const generatedOption = 'generated';
