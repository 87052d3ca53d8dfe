// oxlint-disable-next-line eslint/no-console -- it disturbs on purpose
console.log('while loading');
process.stdout.write('while loading, too\n');
