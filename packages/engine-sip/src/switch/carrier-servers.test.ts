import { describe, expect, test } from 'vitest';
import { serversOf } from './carrier-servers.ts';
import { type Names, type Pointer, rememberedNames, type Service } from './names.ts';

type Records = {
  readonly a?: Readonly<Record<string, readonly string[]>>;
  readonly srv?: Readonly<Record<string, readonly Service[]>>;
  readonly naptr?: Readonly<Record<string, readonly Pointer[]>>;
};

/** A name server that knows these; of another address it says that there is none. */
const knowing = ({ a = {}, srv = {}, naptr = {} }: Records): Names => ({
  async addresses(name) {
    const found = a[name];
    if (found === undefined) throw new Error(`ENOTFOUND ${name}`);
    return found;
  },
  services: async (name) => srv[name] ?? [],
  pointers: async (name) => naptr[name] ?? [],
});

const service = (name: string, priority: number, weight = 0, port = 5070): Service => ({
  name,
  port,
  priority,
  weight,
});
const carrier = { host: 'carrier.example', port: null, transport: 'udp' as const };
const addresses = {
  'a.example': ['192.0.2.1'],
  'b.example': ['192.0.2.2', '2001:db8::2'],
  'carrier.example': ['192.0.2.9'],
};
const found = async (names: Names, trunk: Parameters<typeof serversOf>[1] = carrier, random = () => 0) =>
  (await serversOf(names, trunk, random)).map(({ address, port }) => `${address} ${port}`);

describe('where a carrier is (RFC 3263)', () => {
  test('by its services, the first priority first, each with all its addresses', async () => {
    const srv = { '_sip._udp.carrier.example': [service('b.example', 20), service('a.example', 10)] };
    expect(await found(knowing({ a: addresses, srv }))).toEqual([
      '192.0.2.1 5070',
      '192.0.2.2 5070',
      '2001:db8::2 5070',
    ]);
  });

  test('among equals by chance, the heavier one as often as its weight says', async () => {
    const srv = { '_sip._udp.carrier.example': [service('a.example', 10, 9), service('b.example', 10, 29)] };
    let light = 0;
    for (let i = 0; i < 40; i += 1) {
      const [first] = await found(knowing({ a: addresses, srv }), carrier, () => i / 40);
      if (first === '192.0.2.1 5070') light += 1;
    }
    expect(light).toBe(10);
  });

  test('by the services that its NAPTR records name for the transport of the trunk, and by no other', async () => {
    const pointer = (of: string, replacement: string, order: number): Pointer => ({
      service: of,
      flags: 's',
      replacement,
      order,
      preference: 1,
    });
    const naptr = {
      'carrier.example': [
        pointer('SIP+D2T', '_sip._tcp.elsewhere.example', 1),
        pointer('SIP+D2U', '_late.carrier.example', 30),
        pointer('SIP+D2U', '_first.carrier.example', 20),
      ],
    };
    const srv = {
      '_first.carrier.example': [service('a.example', 1)],
      '_sip._udp.carrier.example': [service('b.example', 1)],
    };
    expect(await found(knowing({ a: addresses, srv, naptr }))).toEqual(['192.0.2.1 5070']);
    const tls = { ...carrier, transport: 'tls' as const };
    expect(await found(knowing({ a: addresses, srv, naptr }), tls)).toEqual(['192.0.2.9 5061']);
  });

  test('by its name where it lists no services, and with a port by nothing else', async () => {
    const srv = { '_sip._udp.carrier.example': [service('a.example', 10)] };
    expect(await found(knowing({ a: addresses }))).toEqual(['192.0.2.9 5060']);
    expect(await found(knowing({ a: addresses, srv }), { ...carrier, port: 5080 })).toEqual(['192.0.2.9 5080']);
  });

  test('IPv6 in brackets, with a port behind them, is an address', async () => {
    const trunk = { ...carrier, host: '[2001:db8::7]', backups: ['[2001:db8::8]:5080', 'a.example:5090'] };
    expect(await found(knowing({ a: addresses }), trunk)).toEqual([
      '2001:db8::7 5060',
      '2001:db8::8 5080',
      '192.0.2.1 5090',
    ]);
  });

  test('a service whose name leads nowhere is left out, and no name at all is told', async () => {
    const srv = { '_sip._udp.carrier.example': [service('gone.example', 10), service('a.example', 20)] };
    expect(await found(knowing({ a: addresses, srv }))).toEqual(['192.0.2.1 5070']);
    await expect(found(knowing({}))).rejects.toThrow('ENOTFOUND carrier.example');
  });
});

describe('a name server that is slow or gone', () => {
  /** Answers as long as it is well; gone, it says nothing any more. */
  function fragile() {
    const well = knowing({ a: addresses });
    const state = { isGone: false, asked: 0, now: 0 };
    const names = rememberedNames(
      {
        ...well,
        addresses(name) {
          state.asked += 1;
          return state.isGone ? new Promise(() => {}) : well.addresses(name);
        },
      },
      () => state.now,
    );
    return { state, names };
  }

  test('is asked once a minute', async () => {
    const { state, names } = fragile();
    await names.addresses('a.example');
    state.now = 59_000;
    expect(await names.addresses('a.example')).toEqual(['192.0.2.1']);
    expect(state.asked).toBe(1);
    state.now = 61_000;
    await names.addresses('a.example');
    expect(state.asked).toBe(2);
  });

  test('takes no carrier away that was there a moment ago, and makes its callers wait for half a second', async () => {
    const { state, names } = fragile();
    await names.addresses('a.example');
    Object.assign(state, { isGone: true, now: 3_600_000 });
    const began = performance.now();
    expect(await names.addresses('a.example')).toEqual(['192.0.2.1']);
    expect(performance.now() - began).toBeGreaterThan(450);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  test('of what nobody knew before nothing is known, after three seconds', async () => {
    const { state, names } = fragile();
    state.isGone = true;
    const began = performance.now();
    await expect(names.addresses('a.example')).rejects.toThrow();
    expect(performance.now() - began).toBeGreaterThan(2_900);
  });
});
