/** Bytes that wait for their reader before the writer waits too: what a connection and Node's own fetch hold together. */
const mostWaiting = 65_536;

/** A body on its way to a reader. */
export interface StreamedBody {
  readonly stream: ReadableStream;
  /** False: the reader has enough for now. */
  push(bytes: Uint8Array): boolean;
  /** The reader has enough. */
  readonly full: boolean;
  end(): void;
  fail(error: unknown): void;
}

/** `drained` tells that the reader of a full body goes on, `cancelled` that it leaves. */
export function streamedBody({ drained, cancelled }: { readonly drained: () => void; readonly cancelled: () => void }): StreamedBody {
  let controller: ReadableByteStreamController | undefined;
  let over = false;
  const stream = new ReadableStream({
    type: 'bytes',
    start(own) {
      controller = own;
    },
    pull() {
      if (!over) drained();
    },
    cancel() {
      over = true;
      cancelled();
    },
  });
  const full = (): boolean => -(controller?.desiredSize ?? 0) >= mostWaiting;
  return {
    stream,
    get full() {
      return !over && full();
    },
    push(bytes) {
      if (over) return true;
      controller?.enqueue(bytes);
      return !full();
    },
    end() {
      if (over) return;
      over = true;
      controller?.close();
      controller?.byobRequest?.respond(0);
    },
    fail(error) {
      if (over) return;
      over = true;
      controller?.error(error);
    },
  };
}
