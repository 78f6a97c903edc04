import { type Flow, udpFlow } from '@alo/sip';
import { expect, onTestFinished, test, vi } from 'vitest';
import { KeepAlive, speaksThroughNat } from './keep-alive.ts';

test('each way gets an empty line every 20 s, not all of them at once, and none once it is let go', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: string[] = [];
  const perSecond: number[] = [];
  const call = udpFlow('203.0.113.200', 5060);
  const keepAlive = new KeepAlive(
    (flow, bytes) => {
      expect(Buffer.from(bytes).toString()).toBe('\r\n\r\n');
      sent.push(flow.id);
    },
    () => [call],
  );
  const phones: readonly Flow[] = Array.from({ length: 100 }, (_, i) => udpFlow('203.0.113.9', 40_000 + i));
  for (const phone of [...phones, ...phones]) keepAlive.keep(phone);
  const pass = (seconds: number) => {
    for (let i = 0; i < seconds; i += 1) {
      const before = sent.length;
      vi.advanceTimersByTime(1_000);
      perSecond.push(sent.length - before);
    }
  };
  pass(20);
  expect(new Set(sent)).toEqual(new Set([...phones, call].map(({ id }) => id)));
  expect(sent).toHaveLength(101);
  expect(Math.max(...perSecond)).toBeLessThanOrEqual(6);
  for (const phone of phones) keepAlive.letGo(phone.id);
  pass(20);
  expect(sent).toHaveLength(102);
  keepAlive.close();
  pass(20);
  expect(sent).toHaveLength(102);
});

test.each([
  ['sip:101@192.168.1.50:5060', udpFlow('203.0.113.9', 40_000), true],
  ['sip:101@203.0.113.9:40000', udpFlow('203.0.113.9', 40_000), false],
  ['sip:101@198.51.100.7:5060', udpFlow('203.0.113.9', 40_000), false],
  ['sip:101@192.168.1.50:5060', udpFlow('192.168.1.50', 5060), false],
  ['sip:101@phone.example', udpFlow('203.0.113.9', 40_000), true],
  ['sip:101@192.168.1.50:5060', { ...udpFlow('203.0.113.9', 40_000), transport: 'tcp' } as const, false],
])('a phone that writes %s, seen at another place: behind NAT or not', (contact, flow, isBehind) => {
  expect(speaksThroughNat(contact, flow)).toBe(isBehind);
});
