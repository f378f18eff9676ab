import type { Api } from '../api.ts';

/** The list of models, and each of them, at this path, as OpenAI has them. */
export function modelsAt(path: string): Pick<Api, 'lists' | 'entries'> {
  return {
    lists: [{ path, reply: (names, created) => ({ object: 'list', data: names.map((name) => modelEntry(name, created)) }) }],
    entries: [{ path: `${path}/`, reply: modelEntry }],
  };
}

function modelEntry(id: string, created: number): object {
  return { id, object: 'model', created, owned_by: 'at-capacity' };
}
