import { constants } from 'node:os';

/** An error of the operating system, as node:net raises it. */
export function systemError(code: 'ECONNRESET' | 'ECONNREFUSED' | 'EPIPE', syscall: string, message = `${syscall} ${code}`): Error {
  const errno = -constants.errno[code];
  return Object.assign(new Error(message), { errno, code, syscall });
}

/** As undici names a connection that its other side closed in good order, too early. */
class SocketError extends Error {
  override readonly name = 'SocketError';
  readonly code = 'UND_ERR_SOCKET';
}

class HeadersTimeoutError extends Error {
  override readonly name = 'HeadersTimeoutError';
  readonly code = 'UND_ERR_HEADERS_TIMEOUT';
}

class BodyTimeoutError extends Error {
  override readonly name = 'BodyTimeoutError';
  readonly code = 'UND_ERR_BODY_TIMEOUT';
}

/** Why a connection is lost. */
export const lost = {
  reset: () => systemError('ECONNRESET', 'read'),
  closed: () => new SocketError('other side closed'),
  noHead: () => new HeadersTimeoutError('Headers Timeout Error'),
  noBody: () => new BodyTimeoutError('Body Timeout Error'),
};

/** What fetch says when no response comes. */
export function fetchFailed(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause });
}

/** What the body of a response says that breaks off. */
export function terminated(cause: unknown): TypeError {
  return new TypeError('terminated', { cause });
}
