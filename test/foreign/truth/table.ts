import { cells } from './cells.ts';
import type { Course } from './compare.ts';
import { type Client, pairsOf } from './script.ts';

/** When each attempt began, ms after the first; a cross where the call ended with an error. */
export function truthTable(clients: readonly Client[], courses: ReadonlyMap<string, Course>): string {
  const rows = clients.map((client) => [client.name, ...pairsOf([client]).map(({ model }) => shown(courses.get(model)))]);
  const head = ['client', ...cells.map(({ name }) => name)];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function shown(course: Course | undefined): string {
  if (course === undefined) return '';
  const began = course.attempts.map(({ beganMs }) => Math.round(beganMs).toLocaleString('en-US')).join(' · ');
  return course.end.error === undefined ? began : `${began} ✗`;
}
