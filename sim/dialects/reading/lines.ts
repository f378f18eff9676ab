const longest = 16_000_000;

/**
 * Cuts bytes into lines as they come: a line ends with LF, CR or CRLF, and a character may be split between two pieces.
 * A line without an end is an error once it has 16 million characters.
 */
export class Lines {
  readonly #decoder = new TextDecoder();
  readonly #line: (line: string) => void;
  #rest = '';
  #afterReturn = false;

  constructor(line: (line: string) => void) {
    this.#line = line;
  }

  read(bytes: Uint8Array): void {
    this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  /** The body has ended: what is left is a line too. */
  end(): void {
    this.#take(this.#decoder.decode());
    if (this.#rest !== '') this.#line(this.#rest);
    this.#rest = '';
  }

  #take(text: string): void {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code !== 10 && code !== 13) {
        this.#afterReturn = false;
        continue;
      }
      const second = code === 10 && this.#afterReturn;
      this.#afterReturn = code === 13;
      if (!second) {
        const line = this.#rest + text.slice(from, at);
        this.#rest = '';
        this.#line(line);
      }
      from = at + 1;
    }
    this.#rest += text.slice(from);
    if (this.#rest.length > longest) throw new Error(`a line of more than ${longest} characters`);
  }
}
