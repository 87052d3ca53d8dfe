/** Present names of options of the command line by former ones, which work until 0.5. An option is meant where the command has the present one. */
export const formerOptions: ReadonlyMap<string, string> = new Map([
  ['allow-outside', 'allow-folder'],
  ['allow-remote', 'allow-host'],
  ['artifacts', 'botserver-artifacts'],
  ['inspect', 'inspector'],
  ['sample', 'template'],
  ['to', 'out'],
]);

/** The option of the folder of generated files. Its former name, `out`, has another meaning now. */
export const generatedOption = 'generated';
