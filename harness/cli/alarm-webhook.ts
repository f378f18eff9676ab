import { InputError } from '../../sim/kernel/problem.ts';
import { isAddress } from '../gateway/upstreams.ts';

/** Throws InputError where `--alarm-webhook` is no address. */
export function checkWebhook(text: string | undefined): void {
  if (text !== undefined && !isAddress(text))
    throw new InputError([{ file: '--alarm-webhook', message: `expected an address such as http://127.0.0.1:9000/alarm, found ${text}` }]);
}
