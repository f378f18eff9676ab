import { LLMock } from '@copilotkit/aimock';
import { type Sample, stepMs, tokens } from './reply.ts';

/** @copilotkit/aimock with one fixture a model: the content of the sample in as many chunks. */
export async function serveAimock({ content }: Sample): Promise<number> {
  const mock = new LLMock({ port: 0 });
  const chunkSize = Math.ceil(content.length / tokens);
  const padded = content.padEnd(chunkSize * tokens);
  mock.on({ model: 'at-once' }, { content: padded }, { chunkSize });
  mock.on({ model: 'paced' }, { content: padded }, { chunkSize, latency: stepMs });
  await mock.start();
  return Number(new URL(mock.url).port);
}
