import { contractChecks, type Family, type PartOf } from '../../harness/testing/contract-suite.ts';
import type { Plugin } from '../../sim/kernel/plugin.ts';

/** The rules of the contract suite, by short names. */
export const rules = {
  named: 'has a name and a summary of one line',
  refuses: 'refuses unknown options',
  shows: 'shows each option in a pair of examples that differ in it alone',
  keeps: 'keeps to its contract, step by step',
  matters: 'does something else when an option changes',
  repeats: 'does the same again, whatever else was created',
};

/** Names of the rules that a plug-in breaks. */
export function broken<F extends Family>(family: F, plugin: Plugin<unknown, PartOf<F>, never>): string[] {
  return contractChecks(family, plugin)
    .filter((check) => {
      try {
        check.run();
        return false;
      } catch {
        return true;
      }
    })
    .map(({ name }) => name);
}
