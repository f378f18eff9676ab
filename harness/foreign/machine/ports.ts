import workers, { type MessagePort, threadId } from 'node:worker_threads';
import { type AnyFunction, replace } from './replace.ts';

/**
 * Turns of the loop that a message needs at most to arrive in its own thread, two; and one more. Whatever it starts there
 * begins to count anew.
 */
const turns = 3;

/**
 * Message channels that the user makes. Ports never keep the thread from settling, or one that is left open would do so for
 * ever; messages under way always do, or an unref'd port would speak or not by luck. Node's own ports are not touched: its
 * loaders hang without them.
 */
export function installPorts(immediately: (run: () => void) => void): void {
  let left = 0;
  const turn = (): void => {
    left -= 1;
    if (left > 0) immediately(turn);
  };
  const sent = (): void => {
    if (left <= 0) immediately(turn);
    left = turns;
  };
  replaceEverywhere('MessageChannel', messageChannel(sent));
  replaceEverywhere('BroadcastChannel', broadcastChannel(sent));
}

function messageChannel(sent: () => void): unknown {
  const Real = globalThis.MessageChannel;
  const wrapped = function MessageChannel(): unknown {
    if (new.target === undefined) return (Real as unknown as AnyFunction)();
    const channel = new Real();
    for (const port of [channel.port1, channel.port2]) tame(port as unknown as MessagePort, sent);
    return channel;
  };
  wrapped.prototype = Real.prototype;
  return wrapped;
}

function tame(port: MessagePort, sent: () => void): void {
  let refed = false;
  const wanted = (value: boolean) => (): void => {
    refed = value;
  };
  const { postMessage } = port;
  port.unref();
  Object.defineProperties(port, {
    ref: { value: wanted(true), configurable: true },
    unref: { value: wanted(false), configurable: true },
    hasRef: { value: () => refed, configurable: true },
    postMessage: {
      value: (...args: Parameters<MessagePort['postMessage']>) => {
        postMessage.apply(port, args);
        sent();
      },
      configurable: true,
    },
  });
}

/** Its messages stay in this thread: others live in another time. */
function broadcastChannel(sent: () => void): unknown {
  const Real = globalThis.BroadcastChannel;
  return class BroadcastChannel extends Real {
    constructor(name: string) {
      super(`${threadId}/${name}`);
      Object.defineProperty(this, 'name', { value: String(name) });
      super.unref();
    }
    override ref(): this {
      return this;
    }
    override unref(): this {
      return this;
    }
    override postMessage(message: unknown): void {
      super.postMessage(message);
      sent();
    }
  };
}

function replaceEverywhere(name: string, value: unknown): void {
  replace(globalThis, name, value);
  replace(workers, name, value);
}
