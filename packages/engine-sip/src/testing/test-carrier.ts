import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  ackFor,
  createDigestServer,
  dialogOfCaller,
  type Flow,
  ha1,
  header,
  type IncomingRequest,
  newRequest,
  parseNameAddr,
  type Request,
  type Response,
  SipEndpoint,
  udpFlow,
} from '@alo/sip';

const answered = ['REGISTER', 'INVITE', 'OPTIONS', 'PRACK', 'INFO', 'BYE'] as const;

/** What a carrier of a test does with what comes. Absent: it keeps silent. */
export type CarrierAnswers = Partial<Record<(typeof answered)[number], (incoming: IncomingRequest) => void>>;

export interface TestCarrier {
  readonly address: string;
  readonly port: number;
  /** Everything that came, in its order; what was sent again is there once. */
  readonly requests: Request[];
  /** May be replaced at any moment. */
  answers: CarrierAnswers;
  /** Sends an INVITE to a user of ours, and acknowledges it where it is answered; resolves with the final status. */
  /** What was answered to its INVITEs. */
  readonly responses: Response[];
  invite(
    to: string,
    port: number,
    options?: { dialled?: string; from?: string; contact?: string; headers?: Request['headers']; sdp?: string },
  ): Promise<number>;
  close(): void;
}

/** A carrier at an address of its own, as a test wants it: one that registers us, asks for proofs, refuses or says nothing. */
export async function testCarrier(address: string, answers: CarrierAnswers = {}): Promise<TestCarrier> {
  const socket = createSocket('udp4');
  socket.bind(0, address);
  await once(socket, 'listening');
  const { port } = socket.address();
  const carrier: TestCarrier = {
    address,
    port,
    requests: [],
    responses: [],
    answers,
    invite(
      to,
      theirs,
      { dialled = to, from = '0901234567', contact = `<sip:carrier@${address}:${port}>`, headers = [], sdp } = {},
    ) {
      const flow = udpFlow('127.0.0.1', theirs);
      const party = (user: string) => parseNameAddr(`<sip:${user}@${address}>`) ?? nobody();
      const request = newRequest({
        method: 'INVITE',
        uri: `sip:${to}@127.0.0.1:${theirs}`,
        callId: crypto.randomUUID(),
        cseq: 1,
        from: { ...party(from), params: new Map([['tag', 'carrier']]) },
        to: party(dialled),
        headers: [
          { name: 'contact', value: contact },
          ...(sdp === undefined ? [] : [{ name: 'content-type', value: 'application/sdp' }]),
          ...headers,
        ],
        body: new TextEncoder().encode(sdp ?? ''),
      });
      return new Promise((resolve) => {
        const outgoing = endpoint.request(flow, request, {
          onResponse(response) {
            carrier.responses.push(response);
            const dialog = response.status === 200 ? dialogOfCaller(request, response) : undefined;
            if (dialog !== undefined) outgoing.acknowledge(ackFor(dialog, request), flow);
            if (response.status >= 200) resolve(response.status);
          },
          onFailure: () => resolve(0),
        });
      });
    },
    close() {
      endpoint.close();
      socket.close();
    },
  };
  const endpoint = new SipEndpoint({
    send: ({ remote }: Flow, bytes) => socket.send(bytes, remote.port, remote.address),
    closeFlow: () => undefined,
    sentBy: () => `${address}:${port}`,
    onRequest(incoming) {
      carrier.requests.push(incoming.request);
      const method = answered.find((name) => name === incoming.request.method);
      if (method !== undefined) carrier.answers[method]?.(incoming);
    },
  });
  socket.on('message', (bytes, from) => endpoint.receive(udpFlow(from.address, from.port), bytes));
  return carrier;
}

function nobody(): never {
  throw new Error('the address of this test is broken');
}

/** Answers by `then` who proves to be `username`, and asks everybody else for a proof. */
export function askingForProof(username: string, password: string, then: (incoming: IncomingRequest) => void) {
  const digest = createDigestServer({ algorithms: ['MD5'] });
  const realm = 'carrier.example';
  const secret = { id: 's', ha1Md5: ha1('MD5', username, realm, password), ha1Sha256: '' };
  return (incoming: IncomingRequest): void => {
    const secretsOf = (name: string) => (name === username ? [secret] : []);
    const verdict = digest.check(incoming.request, { realm, as: 'user', secretsOf }, performance.now());
    if (verdict.ok) then(incoming);
    else incoming.refuse(verdict.response);
  };
}

/** Grants a registration for so many seconds. */
export const granting = (seconds: number) => (incoming: IncomingRequest) =>
  void incoming.respond({
    status: 200,
    headers: [{ name: 'contact', value: `${header(incoming.request, 'contact')};expires=${seconds}` }],
  });
