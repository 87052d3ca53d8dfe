// Minimal handwritten server on stdio: node stdio.mjs <tools>
import { makeAnswerRequest } from './answer-request.mjs';

const answerRequest = makeAnswerRequest(Number(process.argv[2]));
let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  let output = '';
  for (const line of lines) {
    const answer = answerRequest(JSON.parse(line));
    if (answer !== undefined) output += `${JSON.stringify(answer)}\n`;
  }
  if (output !== '') process.stdout.write(output);
});
