import type { Adapt } from '../adapt/adapt.ts';
import { parses } from '../adapt/parses.ts';
import { broken, call, type Guard, refuse } from './call.ts';

export const guardAdapt: Guard<Adapt> = (part, users) => {
  if (typeof part !== 'function') throw broken(users, 'expected create to return a function of the text of an answer');
  return (text) => {
    const adapted: unknown = call(users, () => Reflect.apply(part, undefined, [text]));
    if (adapted === undefined || (typeof adapted === 'string' && parses(adapted))) return adapted;
    return refuse(users, 'the adapter', 'text that JSON.parse takes, or undefined', adapted);
  };
};
