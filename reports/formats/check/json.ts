import { toJson } from '../json.ts';
import type { CheckFormat } from './check-format.ts';
import { checkVerdict } from './words.ts';

/** For programs: everything that was found, and the sentence that the others begin with. */
export const json: CheckFormat = {
  name: 'json',
  summary: 'everything that was found, for programs',
  print: (report) => {
    const { schemaVersion, tool, outcome, ...rest } = report;
    return toJson({ schemaVersion, tool, outcome, verdict: checkVerdict(report), ...rest });
  },
};
