import { shown } from '../../../sim/kernel/units.ts';
import type { Route, RouteDecision, RoutePast } from '../route/route.ts';
import { broken, call, methodOf, refuse, type Users } from './call.ts';

/** `allowed` are the targets that the strategy lists. */
export const guardRoute =
  (allowed: readonly string[]) =>
  (part: unknown, users: Users): Route => {
    const next = methodOf(part, 'next', users);
    const targets: unknown = call(users, () => Reflect.get(part as object, 'targets'));
    if (!Array.isArray(targets) || targets.length === 0 || !targets.every((target) => allowed.includes(target)))
      throw broken(users, `expected targets to be some of ${allowed.join(', ')}, found ${shown(targets)}`);
    const sent = methodOf(part, 'sent', users, true);
    const ended = methodOf(part, 'ended', users, true);
    const putsOff = methodOf(part, 'putsOff', users, true);
    return {
      targets: [...targets],
      ...(call(users, () => Reflect.get(part as object, 'draws')) === true && { draws: true }),
      ...(sent !== undefined && { sent: (position, nowMs) => void sent(position, nowMs) }),
      ...(ended !== undefined && { ended: (sample) => void ended(Object.freeze({ ...sample })) }),
      ...(putsOff !== undefined && { putsOff: (position, nowMs) => wordOf(putsOff(position, nowMs)) }),
      next(past) {
        const decision = next(Object.freeze({ ...past, sends: Object.freeze([...past.sends]), open: Object.freeze([...past.open]) }));
        if (isDecision(decision, past)) return decision;
        return refuse(users, 'next', '{ position, wait } with a position that is open, or undefined', decision);
      },
    };
  };

function isDecision(value: unknown, { open }: RoutePast): value is RouteDecision {
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null || !('position' in value) || !('wait' in value)) return false;
  const notBeforeMs = 'notBeforeMs' in value ? value.notBeforeMs : undefined;
  if (notBeforeMs !== undefined && !(typeof notBeforeMs === 'number' && Number.isFinite(notBeforeMs))) return false;
  return typeof value.position === 'number' && open[value.position] === true && typeof value.wait === 'boolean';
}

/** Why the target is put off; anything but a text says nothing. */
function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
