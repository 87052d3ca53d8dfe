// The port becomes part of the build.
export default {
  http: { host: '127.0.0.1', port: Number(process.env['BENCH_PORT'] ?? 3001) },
  stdio: true,
  paths: { tools: 'src/tools', prompts: false, resources: false },
};
