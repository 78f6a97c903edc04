import type { Request, Response } from '../message/message.ts';
import { parseMessage } from '../message/parse-message.ts';
import { type Flow, type Transport, udpFlow } from '../transport/flow.ts';
import { createSipStack } from './sip-stack.ts';
import type { SipStackOptions, StackOutput } from './stack-api.ts';

/** A stack with a clock of its own and a far end that says what the test makes it say. */
export function scriptedPeer(transport: Transport = 'udp', options: Partial<SipStackOptions> = {}) {
  const flow: Flow =
    transport === 'udp'
      ? udpFlow('192.0.2.1', 5060)
      : { id: `${transport}:1`, transport, remote: { address: '192.0.2.1', port: 5060 } };
  const outputs: StackOutput[] = [];
  let tokens = 0;
  let now = 0;
  const stack = createSipStack({
    output: (output) => outputs.push(output),
    sentBy: () => 'alo.example:5060',
    random: () => `token${++tokens}`,
    ...options,
  });
  const take = (): StackOutput[] => outputs.splice(0);
  return {
    stack,
    flow,
    get now(): number {
      return now;
    },
    /** Text with `\n` for CRLF, as if it came over the flow; gives what came out, bytes left aside. */
    says(text: string, over: Flow = flow): StackOutput[] {
      stack.receive(over, bytes(text), now);
      return take();
    },
    take,
    /** Everything sent since the last look, as `method` or `status` with its headers. */
    sent: (): (Request | Response)[] => take().flatMap(messageOf),
    /** Lets time pass, firing each timer at its own moment; gives `time first-word` of everything that was sent. */
    passes(ms: number): string[] {
      const until = now + ms;
      const log: string[] = [];
      for (let at = stack.nextTimerAt(); at !== undefined && at <= until; at = stack.nextTimerAt()) {
        now = at;
        stack.advance(now);
        for (const output of take()) {
          const [message] = messageOf(output);
          log.push(`${now} ${message ? label(message) : output.type}`);
        }
      }
      now = until;
      return log;
    },
  };
}

/** What `counts` says of a stack that has forgotten everything. */
export const NOTHING_LEFT = { client: 0, server: 0, awaitingAck: 0, timers: 0 };

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text.replaceAll(/\r?\n/g, '\r\n'));

export const label = (message: Request | Response): string =>
  message.kind === 'request' ? message.method : String(message.status);

/** The message in a `send`. */
export function messageOf(output: StackOutput): (Request | Response)[] {
  if (output.type !== 'send') return [];
  const parsed = parseMessage(output.bytes);
  return parsed.ok ? [parsed.message] : [];
}

export interface FarRequest {
  readonly method: string;
  readonly branch?: string;
  readonly toTag?: string;
  readonly cseq?: number;
  readonly callId?: string;
  readonly extra?: string;
}

/** A request of the far end. */
export const requestText = ({
  method,
  branch = 'z9hG4bKpeer',
  toTag,
  cseq = 1,
  callId = 'call-1',
  extra = '',
}: FarRequest): string =>
  `${method} sip:102@alo.example SIP/2.0
Via: SIP/2.0/UDP 192.0.2.1:5060;branch=${branch};rport
Max-Forwards: 70
From: <sip:101@alo.example>;tag=peer
To: <sip:102@alo.example>${toTag ? `;tag=${toTag}` : ''}
Call-ID: ${callId}
CSeq: ${cseq} ${method}
Contact: <sip:101@192.0.2.1:5060>
${extra}Content-Length: 0

`;
