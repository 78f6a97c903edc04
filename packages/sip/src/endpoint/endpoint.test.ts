import { expect, test } from 'vitest';
import type { Request } from '../message/message.ts';
import { newRequest } from '../message/new-message.ts';
import { header } from '../message/read-headers.ts';
import { bytes, label, messageOf, NOTHING_LEFT, requestText } from '../transaction/test-scripted-peer.ts';
import { type Flow, udpFlow } from '../transport/flow.ts';
import { type IncomingRequest, SipEndpoint } from './endpoint.ts';
import { handClock } from './test-hand-clock.ts';

function desk() {
  const clock = handClock();
  const flow: Flow = udpFlow('192.0.2.1', 5060);
  const log: string[] = [];
  const incoming: IncomingRequest[] = [];
  const vias: string[] = [];
  const endpoint = new SipEndpoint({
    clock,
    sentBy: () => 'alo.example',
    send: (to, data) => {
      for (const message of messageOf({ type: 'send', flow: to, bytes: data })) {
        log.push(`${clock.now()} ${label(message)}`);
        vias.push(header(message, 'via') ?? '');
      }
    },
    closeFlow: () => log.push('close'),
    onRequest: (each) => incoming.push(each),
  });
  return { clock, flow, log, incoming, vias, endpoint, says: (text: string) => endpoint.receive(flow, bytes(text)) };
}

const party = (tag?: string) => ({ display: '', uri: 'sip:a@b', params: new Map(tag ? [['tag', tag]] : []) });
const request = (method: string): Request =>
  newRequest({ method, uri: 'sip:a@b', from: party('us'), to: party(), callId: 'own', cseq: 1 });

test('the clock wakes the stack for each timer, and for nothing once all is over', () => {
  const { clock, flow, log, endpoint } = desk();
  const failures: string[] = [];
  endpoint.request(flow, request('INVITE'), { onResponse: () => {}, onFailure: (why) => failures.push(why) });
  clock.passes(3600_000);
  expect(log).toEqual([0, 500, 1500, 3500, 7500, 15_500, 31_500].map((at) => `${at} INVITE`));
  expect(failures).toEqual(['timeout']);
  expect(endpoint.counts()).toEqual({ ...NOTHING_LEFT, watches: 0 });
});

test('the news of a call come to whoever answered it: cancelled once, and the 487 has gone out', () => {
  const { incoming, says, log } = desk();
  says(requestText({ method: 'INVITE' }));
  const news: string[] = [];
  incoming[0]?.watch({ onCancelled: () => news.push('cancelled'), onLost: () => news.push('lost') });
  says(requestText({ method: 'CANCEL' }));
  says(requestText({ method: 'CANCEL' }));
  expect(news).toEqual(['cancelled']);
  expect(log).toEqual(['0 200', '0 487', '0 200']);
});

test('an answer that arrives is told by its ACK, one that does not is told as lost after 64*T1', () => {
  const { incoming, says, clock } = desk();
  const news: string[] = [];
  const answer = (index: number): void => {
    incoming[index]?.watch({ onAck: () => news.push(`ack ${index}`), onLost: () => news.push(`lost ${index}`) });
    incoming[index]?.respond({ status: 200 });
  };
  says(requestText({ method: 'INVITE' }));
  answer(0);
  says(requestText({ method: 'ACK', branch: 'z9hG4bKack', toTag: incoming[0]?.toTag ?? '' }));
  says(requestText({ method: 'INVITE', branch: 'z9hG4bK2', callId: 'call-2' }));
  answer(1);
  clock.passes(40_000);
  expect(news).toEqual(['ack 0', 'lost 1']);
});

test('a response comes to whoever asked', () => {
  const { endpoint, flow, says, vias } = desk();
  const statuses: number[] = [];
  endpoint.request(flow, request('OPTIONS'), {
    onResponse: ({ status }) => statuses.push(status),
    onFailure: () => statuses.push(0),
  });
  says(
    `SIP/2.0 200 OK\nVia: ${vias[0]}\nFrom: <sip:a@b>;tag=us\nTo: <sip:a@b>;tag=t\nCall-ID: own\nCSeq: 1 OPTIONS\n\n`,
  );
  expect(statuses).toEqual([200]);
});

test('whoever takes a request over is told what comes from then on', () => {
  const { endpoint, flow, says, vias } = desk();
  const told: string[] = [];
  const watch = (name: string) => ({
    onResponse: ({ status }: { readonly status: number }) => told.push(`${name} ${status}`),
    onFailure: () => told.push(`${name} failed`),
  });
  const outgoing = endpoint.request(flow, request('INVITE'), watch('first'));
  const answers = (status: number, tag: string) =>
    says(
      `SIP/2.0 ${status} So\nVia: ${vias[0]}\nFrom: <sip:a@b>;tag=us\nTo: <sip:a@b>;tag=${tag}\nCall-ID: own\nCSeq: 1 INVITE\n\n`,
    );
  answers(180, 'one');
  answers(200, 'one');
  outgoing.leaveTo(watch('second'));
  answers(200, 'two');
  expect(told).toEqual(['first 180', 'first 200', 'second 200']);
});

test('a call that was answered wakes nobody when its time for other forks is over but the stack, once, and then nobody waits for them', () => {
  const { endpoint, flow, says, vias, clock } = desk();
  endpoint.request(flow, request('INVITE'), { onResponse: () => {}, onFailure: () => {} });
  says(
    `SIP/2.0 200 OK\nVia: ${vias[0]}\nFrom: <sip:a@b>;tag=us\nTo: <sip:a@b>;tag=t\nCall-ID: own\nCSeq: 1 INVITE\n\n`,
  );
  expect(clock.waiting()).toBe(1);
  expect(endpoint.counts().watches).toBe(1);
  clock.passes(33_000);
  expect(clock.waiting()).toBe(0);
  expect(endpoint.counts()).toEqual({ ...NOTHING_LEFT, watches: 0 });
});

test('what was to be done later and was called off is not done', () => {
  const { endpoint, clock } = desk();
  const done: string[] = [];
  const callOff = endpoint.after(10, () => done.push('called off'));
  endpoint.after(20, () => done.push('done'));
  callOff();
  clock.passes(30);
  expect(done).toEqual(['done']);
});

test('closed, it neither sends nor tells', () => {
  const { endpoint, flow, clock, log, incoming, says } = desk();
  endpoint.request(flow, request('INVITE'), { onResponse: () => {}, onFailure: () => log.push('failed') });
  endpoint.close();
  says(requestText({ method: 'INVITE' }));
  clock.passes(60_000);
  expect(log).toEqual(['0 INVITE']);
  expect(incoming).toEqual([]);
});
