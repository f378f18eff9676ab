import { createLogUpdate } from 'log-update';

/** What is shown on stderr while a run goes on. */
export interface Progress {
  /** How far the run is, on one line. Shown at most every few moments. */
  line(text: string): void;
  /** A table of what is known so far; a later one takes the place of an earlier one. `filled`: nothing is missing in it. */
  look(text: string, filled: boolean): void;
  /** Something that stays on the screen. */
  tell(text: string): void;
  /** Takes away what was drawn in place. */
  end(): void;
}

const redrawMs = 100;
const lineMs = 5000;

/** Progress for a terminal (drawn in place), a pipe, file or plain terminal (few lines, the first table once), or nobody. */
export function progressOn(stream: NodeJS.WriteStream, quiet: boolean, now: () => number = Date.now): Progress {
  if (quiet) return { line() {}, look() {}, tell: (text) => stream.write(`${text}\n`), end() {} };
  return stream.isTTY && process.env.TERM !== 'dumb' ? drawnInPlace(stream, now) : inLines(stream, now);
}

function drawnInPlace(stream: NodeJS.WriteStream, now: () => number): Progress {
  const draw = createLogUpdate(stream);
  let table = '';
  let status = '';
  let drawn = Number.NEGATIVE_INFINITY;
  const redraw = (force: boolean) => {
    if (!force && now() - drawn < redrawMs) return;
    drawn = now();
    draw([table, status].filter((part) => part !== '').join('\n\n'));
  };
  return {
    line(text) {
      status = text;
      redraw(false);
    },
    look(text) {
      table = text;
      redraw(true);
    },
    tell(text) {
      draw.clear();
      stream.write(`${text}\n`);
      redraw(true);
    },
    end() {
      draw.clear();
      draw.done();
    },
  };
}

function inLines(stream: NodeJS.WriteStream, now: () => number): Progress {
  const write = (text: string) => {
    stream.write(`${text}\n`);
  };
  let last = now();
  let looked = false;
  return {
    line(text) {
      if (now() - last < lineMs) return;
      last = now();
      write(text);
    },
    look(text, filled) {
      if (looked || !filled) return;
      looked = true;
      last = now();
      write(`${text}\n`);
    },
    tell: write,
    end() {},
  };
}
