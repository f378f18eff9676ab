import { wantsColour } from '../../reports/formats/terminal/paint.ts';
import { wantsAscii } from '../../reports/formats/terminal/sparkline.ts';

const usualColumns = 80;

/** Cells in a line: those of the terminal, or what COLUMNS says, or 80. */
export function columnsOf(stream: NodeJS.WriteStream): number {
  const said = Number(process.env.COLUMNS);
  return stream.columns || (Number.isInteger(said) && said > 0 ? said : usualColumns);
}

export function colourOn(stream: NodeJS.WriteStream): boolean {
  return wantsColour(process.env, stream.isTTY === true);
}

export function asciiOn(stream: NodeJS.WriteStream): boolean {
  return wantsAscii(process.env, stream.isTTY === true);
}
