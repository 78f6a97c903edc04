import { expect, it } from 'vitest';
import { SourceLatch } from './source-latch.ts';

const described = { address: '192.0.2.7', port: 4000 };
const stranger = { address: '198.51.100.9', port: 4000 };
const at = (port: number, address = described.address) => ({ address, port });

function latch(signalledFrom?: string) {
  const made = new SourceLatch(signalledFrom);
  made.describe(described);
  return made;
}

it('nobody is believed before there is an SDP', () => {
  expect(new SourceLatch(described.address).accepts(described, 0)).toBe(false);
});

it('sends to the described place, then to where the party really is', () => {
  const made = latch();
  expect(made.target).toEqual(described);
  expect(made.accepts(at(61_000), 0)).toBe(true);
  expect(made.target).toEqual(at(61_000));
});

it('a settled party keeps its place against others of the same address, until it is silent for 2 s', () => {
  const made = latch();
  expect(made.accepts(described, 0)).toBe(true);
  expect(made.accepts(at(5000), 1000)).toBe(false);
  expect(made.accepts(described, 1500)).toBe(true);
  expect(made.accepts(at(5000), 3000)).toBe(false);
  expect(made.accepts(at(5000), 3600)).toBe(true);
  expect(made.accepts(described, 3700)).toBe(false);
});

it('a stranger is never believed, however long the party is silent', () => {
  const made = latch();
  expect(made.accepts(stranger, 0)).toBe(false);
  made.accepts(described, 0);
  expect(made.accepts(stranger, 60_000)).toBe(false);
  expect(made.target).toEqual(described);
});

it('the address of the SIP is believed as well (a private address in the SDP)', () => {
  const made = latch('203.0.113.5');
  expect(made.accepts(at(7000, '203.0.113.5'), 0)).toBe(true);
  expect(made.target).toEqual(at(7000, '203.0.113.5'));
});

it('a re-INVITE from the same place changes nothing, from another place starts anew, without a place keeps the last', () => {
  const made = latch();
  made.accepts(at(61_000), 0);
  made.describe(described);
  made.describe(undefined);
  expect(made.target).toEqual(at(61_000));
  made.describe(at(4002));
  expect(made.target).toEqual(at(4002));
  expect(made.accepts(at(4002), 10)).toBe(true);
});
