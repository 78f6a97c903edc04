import { describe, expect, test } from 'vitest';
import { type Bench, tenant } from '../bench.ts';

export function registrationTests(bench: () => Bench): void {
  describe('registration', () => {
    test('a phone is challenged, proves itself and is registered; when it leaves it is gone', async () => {
      const phone = await bench().phone('101');
      expect((await phone.register()).status).toBe(200);
      await bench().seen.contacts('101', 1);
      await phone.register(0);
      await bench().seen.contacts('101', 0);
    });

    test('two phones of one extension count as two, by UDP and by TCP, and a refresh is no news', async () => {
      const first = await bench().registered('101');
      const second = await bench().phone('101', undefined, 'tcp');
      await second.register();
      const { contacts } = await bench().seen.contacts('101', 2);
      await first.register();
      const { registrations } = await bench().under.engine.snapshot();
      expect(registrations).toEqual([{ tenant, extension: '101', contacts }]);
      // A connection that breaks takes its contact along.
      second.close();
      const { contacts: left } = await bench().seen.contacts('101', 1);
      expect(contacts).toContainEqual(left[0]);
    });

    test('a registration that is not refreshed runs out', async () => {
      const phone = await bench().phone('101');
      expect((await phone.register(bench().under.shortestRegistrationSeconds)).status).toBe(200);
      await bench().seen.contacts('101', 1);
      await bench().seen.contacts('101', 0);
    });

    test('a wrong password and an extension that does not exist are refused alike', async () => {
      const wrong = await (await bench().phone('101', 'wrong')).register();
      const nobody = await (await bench().phone('999', 'wrong')).register();
      expect(wrong.status).toBe(401);
      const shape = (response: typeof wrong) =>
        response.headers
          .filter(({ name }) => !['via', 'from', 'to', 'call-id'].includes(name))
          .map(({ name, value }) => `${name}: ${value.replace(/nonce="[^"]*"/, 'nonce')}`);
      expect(nobody.status).toBe(wrong.status);
      expect(shape(nobody)).toEqual(shape(wrong));
    });

    test('a password that is withdrawn ends the registration that came by it', async () => {
      await bench().registered('103');
      await bench().provision({ without: '103' });
      expect(await bench().seen.contacts('103', 0)).toMatchObject({ contacts: [] });
      await bench().provision();
    });
  });
}
