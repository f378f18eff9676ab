import { stringify } from 'yaml';
import { type Loaded, loadScenario } from '../scenario/load.ts';

/** What a scenario must have and a server has no use for. */
const unused = { workload: { arrivals: { poisson: { rate: '1/s' } } }, strategies: [{ name: 'naive' }] };

/** Loads a scenario that is served only: an object of which `provider` is enough, or the text of a file. */
export function loadProvider(scenario: string | object, { folder }: { readonly folder?: string | undefined }): Promise<Loaded> {
  return loadScenario({ text: typeof scenario === 'string' ? scenario : stringify({ ...unused, ...scenario }), folder });
}
