import { grouped } from '../../sim/kernel/grouped.ts';
import { shown } from '../../sim/kernel/units.ts';

/** Names that a message has room for. */
const most = 20;

/** Names of a log in a message. */
export function listed(names: readonly string[]): string {
  const more = names.length - most;
  const first = names.slice(0, most).map((name) => shown(name));
  return more > 0 ? `${first.join(', ')} and ${grouped(more)} more` : first.join(', ');
}
