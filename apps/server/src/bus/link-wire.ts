import { hkdfSync } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import type { TLSSocket } from 'node:tls';
import { z } from 'zod';

import type { OneKey } from '../kernel/key-ring.ts';
import type { BusTopic } from './bus.ts';

/**
 * What stands on a link: lines of JSON within TLS. Both sides know each other by a secret that is derived from the installation's
 * (RFC 4279, RFC 8442), so there is no certificate to be made and to run out.
 */
export const linkCipher = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  // Node.js offers such secrets for this version alone.
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const;

export const linkSecret = ({ secret }: Pick<OneKey, 'secret'>): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'alo link', 32));

export const linkIdentity = ({ id }: Pick<OneKey, 'id'>): string => id.toString('hex');

export interface LinkAddress {
  readonly host: string;
  readonly port: number;
}

/** Where `host:port` is; the host of IPv6 stands in brackets. */
export function linkAddressOf(written: string): LinkAddress {
  const at = written.lastIndexOf(':');
  return { host: written.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(written.slice(at + 1)) };
}

/** Who hears nothing for so long takes it that the other side is gone; the beats come three times as often. */
export const silenceMs = 15_000;

/** A board of some thousand people is a few megabytes. */
const longest = 64 * 1_048_576;

// Of those that a newer process may know besides nobody here has heard.
const topic = z.custom<BusTopic>((value) => typeof value === 'string');
const number = z.int();

/** Of whoever has a console to who runs calls. A beat says how many words were heard. */
export const asked = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), process: z.uuid() }),
  z.object({ kind: z.literal('beat'), heard: z.int().nonnegative() }),
  z.object({ kind: z.literal('ask'), number, tenantId: z.uuid(), question: z.unknown() }),
]);

/** And back. `nobody` has asked for a company that is somewhere else. */
export const told = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello') }),
  z.object({ kind: z.literal('beat') }),
  z.object({ kind: z.literal('answer'), number, value: z.unknown() }),
  z.object({ kind: z.literal('nobody'), number }),
  z.object({ kind: z.literal('failed'), number }),
  z.object({ kind: z.literal('words'), topic, tenantId: z.uuid(), ids: z.array(z.string()) }),
]);

export type LinkAsked = z.input<typeof asked>;
export type Told = z.input<typeof told>;

/** Hands over each line as what it has to be; whoever says anything else, or nothing for so long, is cut off. */
export function linkLines<T>(
  socket: TLSSocket,
  frame: z.ZodType<T>,
  take: (frame: T) => void,
  silentMs: number = silenceMs,
): void {
  const decoder = new StringDecoder();
  let begun: string[] = [];
  let length = 0;
  socket.setNoDelay(true);
  // A socket's own timeout begins anew with what is written, too.
  const silence = setTimeout(() => socket.destroy(new Error('the other side of a link is silent')), silentMs);
  socket.once('close', () => clearTimeout(silence));
  socket.on('data', (bytes: Buffer) => {
    silence.refresh();
    const pieces = decoder.write(bytes).split('\n');
    for (const [place, piece] of pieces.entries()) {
      begun.push(piece);
      length += piece.length;
      if (length > longest) return void socket.destroy(new Error('a line of a link is too long'));
      if (place === pieces.length - 1) return;
      const line = begun.join('');
      [begun, length] = [[], 0];
      try {
        take(frame.parse(JSON.parse(line)));
      } catch (error) {
        return void socket.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    }
  });
}

export function writeLine(socket: TLSSocket, frame: LinkAsked | Told): void {
  if (!socket.writable) return;
  socket.write(`${JSON.stringify(frame)}\n`);
  if (socket.writableLength > longest) socket.destroy(new Error('the other side of a link does not read'));
}
