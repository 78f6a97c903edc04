import { expect, it } from 'vitest';
import { SourceLatch } from './source-latch.ts';

const described = { address: '192.0.2.7', port: 4000 };
const stranger = { address: '198.51.100.9', port: 4000 };
const at = (port: number, address = described.address) => ({ address, port });
const packet = (sequence: number, ssrc = 1) => ({ sequence, ssrc });

function latch(signalledFrom?: string) {
  const made = new SourceLatch(signalledFrom);
  made.describe(described, 0);
  return made;
}

it('nobody is believed before there is an SDP', () => {
  expect(new SourceLatch(described.address).accepts(described, packet(1), 0)).toBe(false);
});

it('sends to the described place, then to where the party really is', () => {
  const made = latch();
  expect(made.target).toEqual(described);
  expect(made.accepts(at(61_000), packet(1), 0)).toBe(true);
  expect(made.target).toEqual(at(61_000));
});

it('the very place that the SDP names is the party, whoever of its address spoke first', () => {
  const made = latch();
  expect(made.accepts(at(61_000), packet(1), 0)).toBe(true);
  expect(made.accepts(described, packet(1, 2), 100)).toBe(true);
  expect(made.accepts(at(61_000), packet(2), 120)).toBe(false);
  expect(made.target).toEqual(described);
});

it('after a silence another port of the address is the party only where it goes on with its stream', () => {
  const made = latch();
  made.accepts(described, packet(65_535), 0);
  expect(made.accepts(at(5000), packet(0), 1_900)).toBe(false); // No silence yet.
  expect(made.accepts(at(6000), packet(0, 2), 2_100)).toBe(false); // Another stream.
  expect(made.accepts(at(6000), packet(65_534), 2_100)).toBe(false); // An old packet again.
  expect(made.accepts(at(6000), packet(20_000), 2_100)).toBe(false); // A guess.
  expect(made.target).toEqual(described);
  expect(made.accepts(at(5000), packet(3), 2_100)).toBe(true);
  expect(made.target).toEqual(at(5000));
});

it('a stranger is never believed, however long the party is silent, and whatever he has heard', () => {
  const made = latch();
  expect(made.accepts(stranger, packet(1), 0)).toBe(false);
  made.accepts(described, packet(1), 0);
  expect(made.accepts(stranger, packet(2), 60_000)).toBe(false);
  expect(made.target).toEqual(described);
});

it('the address of the SIP is believed as well (a private address in the SDP)', () => {
  const made = latch('203.0.113.5');
  expect(made.accepts(at(7000, '203.0.113.5'), packet(1), 0)).toBe(true);
  expect(made.target).toEqual(at(7000, '203.0.113.5'));
});

it('a re-INVITE from the same place changes nothing, from another place starts anew, without a place keeps the last', () => {
  const made = latch();
  made.accepts(at(61_000), packet(1), 0);
  made.describe(described, 0);
  made.describe(undefined, 0);
  expect(made.target).toEqual(at(61_000));
  made.describe(at(4002), 0);
  expect(made.target).toEqual(at(4002));
  expect(made.accepts(at(4002), packet(1), 10)).toBe(true);
});

it('what is still on its way from the place before is not the new one', () => {
  const made = latch();
  made.accepts(described, packet(1), 0);
  made.describe(at(4002), 100);
  expect(made.accepts(described, packet(2), 120)).toBe(false);
  expect(made.target).toEqual(at(4002));
  expect(made.accepts(at(61_000), packet(1, 2), 140)).toBe(true);
});
