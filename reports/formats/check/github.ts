import { visible } from '../../../sim/kernel/visible.ts';
import type { CheckFormat } from './check-format.ts';
import { inert } from './inert.ts';
import { notesOf, problemsOf } from './words.ts';

/** A runner takes no more annotations of one kind from a step. */
const mostOfAKind = 10;

/** The text of an annotation: on one line, and no part of it read as a command or a property. */
function data(text: string): string {
  return inert(visible(text)).replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function property(text: string): string {
  return data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}

function annotation(kind: string, file: string, title: string, message: string): string {
  return `::${kind} file=${property(file)},title=${property(title)}::${data(message)}\n`;
}

/** Annotations as GitHub's runner reads them from a step's output; nothing when there is nothing to say. */
export const github: CheckFormat = {
  name: 'github',
  summary: 'annotations for GitHub Actions',
  print({ scenarios }) {
    const errors = scenarios.flatMap(problemsOf).map(({ file, scenario, strategy, failed, message }) => {
      const title = `at-capacity: ${failed ? 'worse' : 'cannot decide'} in ${scenario}`;
      return annotation('error', file, title, strategy === null ? message : `${strategy}: ${message}`);
    });
    const warnings = scenarios.flatMap((scenario) =>
      notesOf(scenario).map(({ strategy, message }) =>
        annotation('warning', scenario.file, `at-capacity: ${scenario.name}`, strategy === null ? message : `${strategy}: ${message}`),
      ),
    );
    return [...errors.slice(0, mostOfAKind), ...warnings.slice(0, mostOfAKind)].join('');
  },
};
