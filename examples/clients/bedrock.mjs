import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime';

/** The @aws-sdk/client-bedrock-runtime package as it comes: over HTTP/2. */
export function createClient({ baseURL }) {
  const credentials = { accessKeyId: 'none', secretAccessKey: 'none' };
  const bedrock = new BedrockRuntimeClient({ endpoint: baseURL, region: 'us-east-1', credentials });
  return async ({ model, prompt, maxTokens, stream }, { signal }) => {
    const messages = [{ role: 'user', content: [{ text: prompt }] }];
    const call = { modelId: model, messages, inferenceConfig: { maxTokens } };
    const options = { abortSignal: signal };
    if (!stream) return (await bedrock.send(new ConverseCommand(call), options)).output.message.content[0].text;
    let text = '';
    const { stream: events } = await bedrock.send(new ConverseStreamCommand(call), options);
    for await (const event of events) text += event.contentBlockDelta?.delta.text ?? '';
    return text;
  };
}
