import { phoneMakers } from '@alo/contract';
import { describe, expect, test } from 'vitest';

import { makerOfFile, makers, type PhoneAccount, phoneFiles } from './phone-files.ts';

const account: PhoneAccount = {
  number: '101',
  name: 'Lan & <Hoa>',
  username: '101-m0a1b2',
  password: 'aB3dE6gH9jKmNpQrStUv',
  domain: 'demo.alo.local',
  host: 'tongdai.congty.vn',
  port: 5060,
  transport: 'udp',
};

describe.each(makers)('%s', (maker) => {
  const { text, transports } = phoneFiles[maker];

  test('is told the whole of it', () => {
    expect(text(account)).toMatchSnapshot();
  });

  test('is told by each way that it speaks, and by TLS to encrypt its audio', () => {
    for (const transport of transports) {
      const told = text({ ...account, transport, port: transport === 'tls' ? 5061 : 5060 });
      expect(told).toContain(account.password);
      expect(told).toContain('tongdai.congty.vn');
      expect(told === text(account)).toBe(transport === 'udp');
    }
  });

  test('takes a name for a name, whatever somebody typed', () => {
    const bad = 'Lan\r\naccount.1.password = khac\n</P3><P34>khac</P34>\u2028[Account2]';
    const lines = (name: string) => text({ ...account, name }).split(/[\r\n\u2028]+/).length;
    expect(lines(bad)).toBe(lines('Lan'));
    const told = text({ ...account, name: bad });
    expect(!told.startsWith('<?xml') || !told.includes('<P34>khac')).toBe(true);
  });
});

test('each maker that is offered has a file, and a file says whose it is', () => {
  expect(makers.toSorted()).toEqual(Object.keys(phoneMakers).toSorted());
  for (const maker of makers) expect(makerOfFile(phoneFiles[maker].file)).toBe(maker);
  expect(makerOfFile('cfg000b82aabbcc.xml')).toBe('grandstream');
  expect(['cfg000b82aabbcc', '../yealink.cfg', '001565aabbcc.boot', ''].map(makerOfFile)).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
});
