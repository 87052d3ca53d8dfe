import { setTimeout } from 'node:timers/promises';
import type { HandlerContext } from 'create-mcp-from-schema/runtime';
import type { SimulateResearchQuery } from '../../generated/handlers.ts';

const stages = ['Gathering sources', 'Analyzing content', 'Synthesizing findings', 'Generating report'];
const stageMs = 1000;

export const simulateResearchQuery: SimulateResearchQuery = async ({ topic, ambiguous }, context) => {
  let clarification = '';
  for (const [index, stage] of stages.entries()) {
    context.progress(index + 1, stages.length, `${stage}...`);
    if (index === 2 && ambiguous) clarification = await clarify(topic, context);
    await setTimeout(stageMs, undefined, { signal: context.signal });
  }
  return report(topic, clarification);
};

async function clarify(topic: string, context: HandlerContext): Promise<string> {
  const message = `The research query "${topic}" could have multiple interpretations. Please clarify what you're looking for:`;
  const interpretation = {
    type: 'string',
    title: 'Clarification',
    description: 'Which interpretation of the topic do you mean?',
    oneOf: listInterpretations(topic),
  } as const;
  const form = { type: 'object', properties: { interpretation }, required: ['interpretation'] } as const;
  const answer = await context.elicit(message, form, { unavailable: 'cancel' });
  if (answer.action === 'accept') return String(answer.content['interpretation']);
  return `User ${answer.action === 'decline' ? 'declined' : 'cancelled'} - using default interpretation`;
}

function listInterpretations(topic: string) {
  if (topic.toLowerCase().includes('python')) {
    return [
      { const: 'programming', title: 'Python programming language' },
      { const: 'snake', title: 'Python snake species' },
      { const: 'comedy', title: 'Monty Python comedy group' },
    ];
  }
  return [
    { const: 'technical', title: 'Technical/scientific perspective' },
    { const: 'historical', title: 'Historical perspective' },
    { const: 'current', title: 'Current events/news perspective' },
  ];
}

function report(topic: string, clarification: string): string {
  return `# Research Report: ${topic}${clarification === '' ? '' : ` (${clarification})`}

## Research Parameters
- **Topic**: ${topic}
${clarification === '' ? '' : `- **Clarification**: ${clarification}`}

## Synthesis
This research query was processed through ${stages.length} stages:
${stages.map((stage, index) => `- Stage ${index + 1}: ${stage} ✓`).join('\n')}

*This is a simulated research report from the Everything MCP Server.*
`;
}
