import { describe, expect, test } from 'vitest';
import { dialectOf } from '../../sim/dialects/registry.ts';
import { interfaceAt, interfacesOf } from '../../sim/server/interfaces.ts';

describe('whose a path is', () => {
  test.each<[string[], string, string, string]>([
    // the providers' dialects, the URL, the dialect, its prefix
    [['openai'], '/v1/chat/completions', 'openai', ''],
    [['openai'], '/openai/v1/chat/completions', 'openai', '/openai'],
    [['openai'], '/nothing', 'openai', ''],
    [['openai'], '/anthropic/v1/messages', 'anthropic', '/anthropic'],
    [['openai'], '/anthropic/nothing', 'anthropic', '/anthropic'],
    // Azure's own paths begin as the name of another dialect.
    [['azure'], '/openai/deployments/big/chat/completions?api-version=x', 'azure', ''],
    [['azure'], '/openai/v1/responses', 'azure', ''],
    [['azure'], '/openai/v1/models/big', 'azure', ''],
    [['azure'], '/openai/nothing', 'openai', '/openai'],
    [['azure'], '/azure/openai/v1/responses', 'azure', '/azure'],
    [['openai', 'azure'], '/v1/responses', 'openai', ''],
    [['openai', 'azure'], '/openai/deployments/big/chat/completions', 'azure', ''],
    // A part of a path is not the whole of it.
    [['azure', 'openai'], '/v1/models-of-others', 'azure', ''],
    [['azure', 'openai'], '/v1/models', 'openai', ''],
    [['azure', 'openai'], '/v1/models?limit=1', 'openai', ''],
  ])('%j, %s is of %s below "%s"', (own, url, name, prefix) => {
    const found = interfaceAt(interfacesOf(own.map((one) => dialectOf(one))), url);
    expect([found.dialect.name, found.prefix]).toEqual([name, prefix]);
  });
});
