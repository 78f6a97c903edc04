import { ha1 } from '@alo/sip';
import { openWire } from '../../packages/testing/src/phone/phone-wire.ts';
import { openLoadWebSocket } from './load-web-socket.ts';
import { proofText, registerText } from './register-texts.ts';
import { domain, password as everybodys } from './sip-tenant.ts';

/** A phone that can only register, for as little CPU time as that takes. */
export interface LoadPhone {
  /** Registers, by the challenge that it knows or else by asking for one; false when that fails or takes too long. */
  register(): Promise<boolean>;
  /** The next `register` asks for a challenge again. */
  forgetChallenge(): void;
  /** Sends a server that echoes as many messages, of the same making: a REGISTER, and one with a proof. */
  echo(messages: 1 | 2): Promise<boolean>;
  close(): void;
}

/** Where a phone registers: a port of this machine, or an address. */
export type Registrar =
  | { readonly transport: 'udp'; readonly port: number }
  | { readonly transport: 'ws'; readonly url: string };

/** The web door of a server of sip-server.ts. */
export const webDoor = (port: number): Registrar => ({ transport: 'ws', url: `ws://127.0.0.1:${port}/sip` });

/** Long enough for a phone that asked a thousandth in a storm; UDP is not asked twice, so that a loss is seen. */
const longMs = 10_000;
/** As long as one of the engine's, for a server that gives none. */
const someNonce = 'mbk1xq.1a2b.0123456789abcdef012345';

/** Rejects when nobody takes the connection. */
export async function openLoadPhone(
  user: string,
  registrar: Registrar,
  { password = everybodys, patienceMs = longMs }: { readonly password?: string; readonly patienceMs?: number } = {},
): Promise<LoadPhone> {
  const { transport } = registrar;
  const wire = transport === 'ws' ? await openWebSocket(registrar.url, patienceMs) : await openUdp(registrar.port);
  const { hostPort } = wire;
  const secret = ha1('MD5', user, domain, password);
  let sequence = 0;
  let challenge: { readonly nonce: string; count: number } | undefined;
  let waiting: ((answer: string) => void) | undefined;
  wire.onMessage((bytes) => waiting?.(bytes.toString('latin1')));

  /** The answer to a REGISTER, '' when there is none. */
  const ask = (): Promise<string> => {
    sequence += 1;
    let authorization: string | undefined;
    if (challenge !== undefined) {
      challenge.count += 1;
      authorization = proofText({ user, domain, ha1: secret, ...challenge });
    }
    return new Promise((resolve) => {
      const settle = (answer: string): void => {
        clearTimeout(timer);
        waiting = undefined;
        resolve(answer);
      };
      const timer = setTimeout(settle, patienceMs, '');
      waiting = settle;
      wire.send(Buffer.from(registerText({ user, domain, transport, hostPort, sequence, authorization }), 'latin1'));
    });
  };

  return {
    async register() {
      let answer = await ask();
      if (answer.startsWith('SIP/2.0 401 ')) {
        const nonce = /nonce="([^"]+)"/.exec(answer)?.[1];
        if (nonce === undefined) return false;
        challenge = { nonce, count: 0 };
        answer = await ask();
      }
      return answer.startsWith('SIP/2.0 200 ');
    },
    forgetChallenge() {
      challenge = undefined;
    },
    async echo(messages) {
      challenge = undefined;
      if (messages === 2 && (await ask()) === '') return false;
      challenge = { nonce: someNonce, count: 0 };
      return (await ask()) !== '';
    },
    close: () => wire.close(),
  };
}

async function openUdp(port: number) {
  const wire = await openWire({ transport: 'udp', host: '127.0.0.1', port });
  return {
    ...wire,
    onMessage: (listener: (bytes: Buffer) => void) => wire.onBytes((bytes) => listener(Buffer.from(bytes))),
  };
}

async function openWebSocket(url: string, patienceMs: number) {
  const socket = await openLoadWebSocket(url, patienceMs);
  return { ...socket, hostPort: `${Math.random().toString(36).slice(2)}.invalid` };
}
