import { VirtualSocket } from './virtual-socket.ts';

/** What a client asks of a secure connection, as far as it matters here. */
export interface TlsOptions {
  readonly servername?: string;
  readonly host?: string;
  /** Names, or the bytes of the extension: each name after its length. */
  readonly ALPNProtocols?: readonly (string | Uint8Array)[] | Uint8Array;
}

/** The client's end of a connection that says it is secure. There is no certificate: nothing is encrypted in memory. */
export class TlsVirtualSocket extends VirtualSocket {
  declare encrypted: true;
  declare authorized: boolean;
  declare authorizationError: Error | null;
  declare alpnProtocol: string | false;
  declare servername: string | false;
  declare secureConnecting: boolean;

  getPeerCertificate(): object {
    return {};
  }
  getCertificate(): object {
    return {};
  }
  getProtocol(): string {
    return 'TLSv1.3';
  }
  getCipher(): object {
    return { name: 'TLS_AES_256_GCM_SHA384', standardName: 'TLS_AES_256_GCM_SHA384', version: 'TLSv1.3' };
  }
  getSession(): undefined {}
  isSessionReused(): boolean {
    return false;
  }
  setServername(): void {}
  setMaxSendFragment(): boolean {
    return true;
  }
}

/** Makes a client's end a secure one, before it connects. */
export function secure(socket: TlsVirtualSocket, options: TlsOptions): void {
  socket.encrypted = true;
  socket.authorized = false;
  socket.authorizationError = null;
  socket.secureConnecting = true;
  socket.servername = options.servername ?? options.host ?? false;
  socket.alpnProtocol = chosen(namesOf(options.ALPNProtocols));
}

/** HTTP/2 where it is offered, as the providers choose it. */
function chosen(offered: readonly string[]): string | false {
  if (offered.includes('h2')) return 'h2';
  return offered.includes('http/1.1') ? 'http/1.1' : false;
}

function namesOf(protocols: TlsOptions['ALPNProtocols']): readonly string[] {
  if (protocols === undefined) return [];
  if (!(protocols instanceof Uint8Array)) return protocols.map((name) => (typeof name === 'string' ? name : Buffer.from(name).toString()));
  const names: string[] = [];
  for (let at = 0; at < protocols.length; at += 1 + (protocols[at] ?? 0))
    names.push(Buffer.from(protocols.subarray(at + 1, at + 1 + (protocols[at] ?? 0))).toString());
  return names;
}
