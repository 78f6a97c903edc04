import { expect, test } from 'vitest';

import { type HostAddress, nameLookup } from './addresses-of.ts';

const absent = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
const here: HostAddress = { address: '192.0.2.1', family: 4 };

test('an address is itself, and of a name all that the domain name system has', async () => {
  const find = nameLookup({
    domain: async (_name, family) => (family === 4 ? ['192.0.2.1'] : ['2001:db8::1']),
    system: absent,
  });
  expect(await find('2001:db8::7')).toEqual([{ address: '2001:db8::7', family: 6 }]);
  expect(await find('carrier.example')).toEqual([here, { address: '2001:db8::1', family: 6 }]);
});

test('what the domain name system does not know, or has no dot, the system may', async () => {
  const find = nameLookup({ domain: absent, system: async () => [here] });
  expect(await find('pbx.lan')).toEqual([here]);
  expect(await find('localhost')).toEqual([here]);
  await expect(nameLookup({ domain: absent, system: absent })('nobody.example')).rejects.toThrow('not found');
});

test('names that nobody answers for have one thread of the system, and hold up no other name', async () => {
  const begun: string[] = [];
  const find = nameLookup({
    domain: (name) => (name === 'carrier.example' ? Promise.resolve(['192.0.2.1']) : absent()),
    system(name) {
      begun.push(name);
      return new Promise(() => undefined);
    },
  });
  for (const name of ['a.hostile.example', 'b.hostile.example', 'c.hostile.example']) void find(name);
  expect((await find('carrier.example'))[0]).toEqual(here);
  await expect.poll(() => begun).toEqual(['a.hostile.example']);
});
