import type { Registry } from '../../kernel/plugin.ts';
import { errors } from './errors.ts';
import type { Fault, FaultScope } from './fault.ts';
import { hang } from './hang.ts';
import { outage } from './outage.ts';
import { script } from './script.ts';
import { slow } from './slow.ts';

/** Every kind of fault, by the name a scenario gives it. */
export const faults = { outage, errors, slow, hang, script } satisfies Registry<Fault, FaultScope>;
