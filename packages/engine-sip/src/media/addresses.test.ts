import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { iceCandidates, reachable } from './addresses.ts';

const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);

it('a socket on one address has that address only', () => {
  expect(iceCandidates('192.0.2.7', 20000)).toEqual(['1 1 UDP 2130706431 192.0.2.7 20000 typ host']);
  expect(iceCandidates('::1', 20000)).toEqual(['1 1 UDP 2130706431 ::1 20000 typ host']);
  expect(reachable('192.0.2.7')).toBe('192.0.2.7');
});

it('where a NAT shows us to the world stands first, with what it stands for; an address of our own is none of a NAT', () => {
  expect(iceCandidates('172.31.7.20', 20000, { publicAddresses: ['203.0.113.9'] })).toEqual([
    '1 1 UDP 1694498815 203.0.113.9 20000 typ srflx raddr 172.31.7.20 rport 20000',
    '2 1 UDP 2130706431 172.31.7.20 20000 typ host',
  ]);
  expect(iceCandidates('203.0.113.9', 20000, { publicAddresses: ['203.0.113.9'] })).toHaveLength(1);
});

it('by TCP each is named once more, below all of UDP, to be connected to', () => {
  expect(iceCandidates('172.31.7.20', 20000, { publicAddresses: ['203.0.113.9'], hasTcp: true }).slice(2)).toEqual([
    '3 1 TCP 1352663039 203.0.113.9 20000 typ srflx raddr 172.31.7.20 rport 20000 tcptype passive',
    '4 1 TCP 1520435199 172.31.7.20 20000 typ host tcptype passive',
  ]);
  const tcp = iceCandidates('0.0.0.0', 20000, { hasTcp: true }).filter((line) => line.includes(' TCP '));
  expect(tcp.some((line) => line.includes(' 127.0.0.1 '))).toBe(
    !own.some((one) => !one.internal && one.family === 'IPv4'),
  );
});

it.each([
  ['0.0.0.0', ['127.0.0.1'], ['IPv4']],
  ['::', ['::1', '127.0.0.1'], ['IPv4', 'IPv6']],
] as const)(
  'a socket on %s is reached on every interface, and last of all on %j',
  (bindAddress, loopbacks, families) => {
    const lines = iceCandidates(bindAddress, 20000).map((line) => line.split(' '));
    const addresses = lines.map(([, , , , address]) => address);
    expect(addresses.slice(-loopbacks.length)).toEqual(loopbacks);
    expect(new Set(addresses).size).toBe(addresses.length);
    const expected = own.filter((one) => !one.internal && families.some((family) => family === one.family));
    for (const { address } of expected)
      expect([...addresses, 'fe80']).toContain(address.startsWith('fe80') ? 'fe80' : address);
    const priorities = lines.map(([, , , priority]) => Number(priority));
    expect(priorities).toEqual([...priorities].sort((a, b) => b - a));
    expect(new Set(priorities).size).toBe(priorities.length);
    expect(addresses).toContain(reachable(bindAddress));
  },
);
