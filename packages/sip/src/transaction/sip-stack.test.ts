import fc from 'fast-check';
import { expect, test } from 'vitest';
import { responseTo } from '../message/new-message.ts';
import { header } from '../message/read-headers.ts';
import { type Flow, udpFlow } from '../transport/flow.ts';
import { createSipStack } from './sip-stack.ts';
import type { SipStack, StackOutput } from './stack-api.ts';
import { bytes, label, messageOf, NOTHING_LEFT, requestText, scriptedPeer } from './test-scripted-peer.ts';

const types = (outputs: readonly StackOutput[]): string[] => outputs.map((output) => output.type);

/** The top Via as the switch sees it, and where its answer goes. */
function reply(via: string, from: Flow): { readonly via: string | undefined; readonly to: Flow | undefined } {
  const peer = scriptedPeer();
  const text = requestText({ method: 'OPTIONS' }).replace(/Via: .*/, `Via: ${via}`);
  const [output] = peer.says(text, from);
  if (output?.type !== 'request') return { via: undefined, to: undefined };
  peer.stack.respond(output.transaction, responseTo(output.request, { status: 200, toTag: output.toTag }), 0);
  const [sent] = peer.take();
  return { via: header(output.request, 'via'), to: sent?.type === 'send' ? sent.flow : undefined };
}

test('the source is noted in the Via where it differs or is asked for (§18.2.1, RFC 3581 §4)', () => {
  const behindNat = udpFlow('203.0.113.9', 40_000);
  expect(reply('SIP/2.0/UDP 10.0.0.5:5060;branch=z9hG4bK1;rport', behindNat)).toEqual({
    via: 'SIP/2.0/UDP 10.0.0.5:5060;branch=z9hG4bK1;rport=40000;received=203.0.113.9',
    to: behindNat,
  });
  expect(reply('SIP/2.0/UDP 203.0.113.9:40000;branch=z9hG4bK1', behindNat)).toEqual({
    via: 'SIP/2.0/UDP 203.0.113.9:40000;branch=z9hG4bK1',
    to: behindNat,
  });
});

test('without rport the answer goes to the port in the Via, 5060 where there is none (§18.2.2)', () => {
  const source = udpFlow('203.0.113.9', 40_000);
  expect(reply('SIP/2.0/UDP pc33.example:5062;branch=z9hG4bK1', source).to).toEqual(udpFlow('203.0.113.9', 5062));
  expect(reply('SIP/2.0/UDP pc33.example;branch=z9hG4bK1', source).to).toEqual(udpFlow('203.0.113.9', 5060));
});

test('without rport the answer goes back to the source where a NAT stands between, and not where the sender only listens elsewhere', () => {
  const source = udpFlow('203.0.113.9', 40_000);
  expect(reply('SIP/2.0/UDP 192.168.1.50:5060;branch=z9hG4bK1', source).to).toEqual(source);
  expect(reply('SIP/2.0/UDP [fd00::2]:5060;branch=z9hG4bK1', udpFlow('2001:db8::9', 40_000)).to).toEqual(
    udpFlow('2001:db8::9', 40_000),
  );
  expect(reply('SIP/2.0/UDP 203.0.113.9:5060;branch=z9hG4bK1', source).to).toEqual(udpFlow('203.0.113.9', 5060));
  expect(reply('SIP/2.0/UDP [2001:db8::9]:5060;branch=z9hG4bK1', udpFlow('2001:db8::9', 40_000)).to).toEqual(
    udpFlow('2001:db8::9', 5060),
  );
});

test('neither maddr nor a received of the sender aims our answers elsewhere', () => {
  const source = udpFlow('203.0.113.9', 5060);
  const aimed = reply('SIP/2.0/UDP 203.0.113.9;branch=z9hG4bK1;maddr=192.0.2.66;received=192.0.2.66', source);
  expect(aimed.to).toEqual(source);
  expect(aimed.via).toContain('received=203.0.113.9');
});

test('only the top Via of several is touched, and all come back', () => {
  const source = udpFlow('203.0.113.9', 5060);
  expect(reply('SIP/2.0/UDP a.example;branch=z9hG4bK1, SIP/2.0/UDP b.example;branch=z9hG4bK2', source).via).toBe(
    'SIP/2.0/UDP a.example;branch=z9hG4bK1;received=203.0.113.9, SIP/2.0/UDP b.example;branch=z9hG4bK2',
  );
});

test('a request that is broken gets its 400 once told, a broken response and noise get nothing', () => {
  const peer = scriptedPeer();
  const outputs = peer.says(requestText({ method: 'OPTIONS' }).replace('CSeq: 1 OPTIONS', 'CSeq: x OPTIONS'));
  expect(types(outputs)).toEqual(['send', 'malformed']);
  const [answer] = outputs;
  // It carries the broken header back, so a parser like ours would refuse it: read as text.
  expect(answer?.type === 'send' && new TextDecoder().decode(answer.bytes)).toMatch(
    /^SIP\/2.0 400 Malformed CSeq\r\nVia:/,
  );
  expect(types(peer.says('SIP/2.0 200 OK\n\n'))).toEqual(['malformed']);
  expect(types(peer.says('\u0001\u0002'))).toEqual(['malformed']);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
});

test('keep-alives: answered on connections, swallowed on UDP (RFC 5626 §3.5.1)', () => {
  const pong = { type: 'send', bytes: new Uint8Array([13, 10]) };
  for (const transport of ['tcp', 'ws'] as const) expect(scriptedPeer(transport).says('\n\n')).toMatchObject([pong]);
  expect(scriptedPeer('udp').says('\n\n')).toEqual([]);
  expect(scriptedPeer('udp').says('\0')).toEqual([]);
});

test('a TCP stream is put together piece by piece; one that cannot be cut is to be closed', () => {
  const peer = scriptedPeer('tcp');
  const text = requestText({ method: 'OPTIONS' });
  expect(peer.says(text.slice(0, 50))).toEqual([]);
  expect(types(peer.says(text.slice(50) + requestText({ method: 'INFO', branch: 'z9hG4bK2' })))).toEqual([
    'request',
    'request',
  ]);
  expect(types(peer.says(text.replace(/Content-Length.*\n/, '')))).toEqual(['send', 'malformed', 'close']);
  expect(peer.says(text)).toEqual([]);
  peer.stack.flowClosed(peer.flow.id, 0);
  peer.take();
  expect(types(peer.says(text))).toEqual(['request']);
});

test('a WebSocket frame is one message, without Content-Length too (RFC 7118 §4)', () => {
  const text = requestText({ method: 'OPTIONS' }).replace(/Content-Length.*\n/, '');
  expect(types(scriptedPeer('ws').says(text))).toEqual(['request']);
});

test('what is done while an output is taken comes out after it, in order', () => {
  const seen: string[] = [];
  const stack: SipStack = createSipStack({
    sentBy: () => 'alo.example',
    output: (output) => {
      seen.push([output.type, ...messageOf(output).map(label)].join(' '));
      if (output.type === 'request') {
        for (const status of [180, 200])
          stack.respond(output.transaction, responseTo(output.request, { status, toTag: output.toTag }), 0);
        seen.push('done');
      }
    },
  });
  stack.receive(udpFlow('192.0.2.1', 5060), bytes(requestText({ method: 'INVITE' })), 0);
  expect(seen).toEqual(['request', 'done', 'send 180', 'send 200']);
});

test('calls about transactions that are no more change nothing', () => {
  const peer = scriptedPeer('tcp');
  const [output] = peer.says(requestText({ method: 'OPTIONS' }));
  if (output?.type !== 'request') throw new Error('no request');
  const response = responseTo(output.request, { status: 200, toTag: output.toTag });
  peer.stack.respond(output.transaction, response, 0);
  peer.take();
  peer.stack.respond(output.transaction, response, 0);
  peer.stack.respondStateless(output.transaction, response, 0);
  expect(peer.take()).toEqual([]);
});

test('whatever comes in whatever order: nothing throws, and after an hour nothing is left', () => {
  const methods = ['INVITE', 'ACK', 'CANCEL', 'BYE', 'OPTIONS', 'REGISTER', 'ODD'];
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('request' as const),
      method: fc.constantFrom(...methods),
      branch: fc.constantFrom('z9hG4bK1', 'z9hG4bK2', 'z9hG4bK', 'old'),
      toTag: fc.constantFrom('', 'token2', 'x'),
      cseq: fc.constantFrom(0, 1, 2),
    }),
    fc.record({ kind: fc.constant('answer' as const), status: fc.constantFrom(100, 180, 200, 404) }),
    fc.record({ kind: fc.constant('own' as const), method: fc.constantFrom('INVITE', 'BYE') }),
    fc.record({ kind: fc.constant('response' as const), status: fc.constantFrom(100, 200, 486) }),
    fc.record({ kind: fc.constant('cancel' as const) }),
    fc.record({ kind: fc.constant('close' as const) }),
    fc.record({ kind: fc.constant('bytes' as const), bytes: fc.uint8Array({ maxLength: 40 }) }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 200, 500, 5000, 33_000) }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom('udp' as const, 'tcp' as const, 'ws' as const),
      fc.array(step, { maxLength: 40 }),
      (transport, steps) => {
        const peer = scriptedPeer(transport);
        const requests: Extract<StackOutput, { type: 'request' }>[] = [];
        const own: {
          readonly id: ReturnType<SipStack['sendRequest']>;
          readonly via: string;
          readonly method: string;
        }[] = [];
        const note = (outputs: StackOutput[]): void => {
          for (const output of outputs) if (output.type === 'request') requests.push(output);
        };
        for (const each of steps) {
          const last = requests.at(-1);
          const sent = own.at(-1);
          switch (each.kind) {
            case 'request':
              note(peer.says(requestText(each)));
              break;
            case 'answer':
              if (last)
                peer.stack.respond(
                  last.transaction,
                  responseTo(last.request, { status: each.status, toTag: last.toTag }),
                  peer.now,
                );
              break;
            case 'own': {
              const request = {
                kind: 'request',
                method: each.method,
                uri: 'sip:a@b',
                headers: [
                  { name: 'from', value: '<sip:a@b>;tag=1' },
                  { name: 'to', value: '<sip:c@d>' },
                  { name: 'call-id', value: 'own' },
                  { name: 'cseq', value: `1 ${each.method}` },
                ],
                body: new Uint8Array(),
              } as const;
              const id = peer.stack.sendRequest(peer.flow, request, peer.now);
              const [first] = peer.sent();
              if (first) own.push({ id, via: header(first, 'via') ?? '', method: each.method });
              break;
            }
            case 'response':
              if (sent)
                note(
                  peer.says(
                    `SIP/2.0 ${each.status} X\nVia: ${sent.via}\nFrom: <sip:a@b>;tag=1\nTo: <sip:c@d>;tag=2\nCall-ID: own\nCSeq: 1 ${sent.method}\nContent-Length: 0\n\n`,
                  ),
                );
              break;
            case 'cancel':
              if (sent) peer.stack.cancel(sent.id, peer.now);
              break;
            case 'close':
              peer.stack.flowClosed(peer.flow.id, peer.now);
              break;
            case 'bytes':
              peer.stack.receive(peer.flow, each.bytes, peer.now);
              break;
            case 'wait':
              peer.passes(each.ms);
              break;
            default:
              each satisfies never;
          }
        }
        // The switch answers and hangs up everything; then time does the rest.
        for (const { transaction, request } of requests)
          peer.stack.respond(transaction, responseTo(request, { status: 480, toTag: 'z' }), peer.now);
        for (const { id } of own) peer.stack.cancel(id, peer.now);
        peer.stack.flowClosed(peer.flow.id, peer.now);
        peer.passes(3_600_000);
        expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
      },
    ),
  );
});
