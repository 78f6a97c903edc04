import { expect, test } from 'vitest';

import { knownTokens } from './known-tokens.ts';

/** People by their tokens, on a clock that stands. */
function desk(people: Record<string, string>) {
  const asked: string[] = [];
  const clock = { now: 0 };
  const { find, expect: issue } = knownTokens(
    async (token) => {
      asked.push(token);
      return people[token];
    },
    () => clock.now,
  );
  return { find, issue, asked, clock };
}
const office = '192.0.2.0/24';
const elsewhere = '198.51.100.0/24';

test('a token that nobody has is not asked about again for a moment', async () => {
  const people: Record<string, string> = {};
  const { find, asked, clock } = desk(people);
  for (let nth = 0; nth < 10; nth += 1) expect(await find('token', office)).toBeUndefined();
  expect(asked).toHaveLength(1);
  people['token'] = 'Lan';
  clock.now += 5_000;
  expect(await find('token', office)).toBe('Lan');
});

test('a site that brings many unknown tokens is asked to wait; whoever was known before, who signs in now and other sites are let in', async () => {
  const { find, issue, asked, clock } = desk({ lan: 'Lan', minh: 'Minh', hoa: 'Hoa' });
  expect(await find('lan', office)).toBe('Lan');
  const answers: unknown[] = [];
  for (let nth = 0; nth < 400; nth += 1)
    answers.push(await find(`none-${nth}`, office).catch((error: unknown) => error));
  expect(answers.filter((one) => one === undefined)).toHaveLength(300);
  expect(answers.at(-1)).toMatchObject({ code: 'too_many_requests', details: { retryAfterSeconds: 60 } });
  expect(asked).toHaveLength(301);
  expect(await find('lan', office)).toBe('Lan');
  await expect(find('minh', office)).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(await find('minh', elsewhere)).toBe('Minh');
  issue('hoa');
  expect(await find('hoa', office)).toBe('Hoa');
  clock.now += 60_000;
  expect(await find('none', office)).toBeUndefined();
});

test('many people who come for the first time are no flood, one after the other or all at once', async () => {
  const people = Object.fromEntries(Array.from({ length: 1_000 }, (_, nth) => [`token-${nth}`, `person ${nth}`]));
  const { find } = desk(people);
  for (const [token, person] of Object.entries(people)) expect(await find(token, office)).toBe(person);
  const afterRestart = desk(people).find;
  const found = await Promise.all(Object.keys(people).map((token) => afterRestart(token, office)));
  expect(found).toEqual(Object.values(people));
});

test('a token that ended is asked about twice, and then once in a moment', async () => {
  const people: Record<string, string> = { token: 'Lan' };
  const { find, asked } = desk(people);
  expect(await find('token', office)).toBe('Lan');
  delete people['token'];
  for (let nth = 0; nth < 10; nth += 1) expect(await find('token', office)).toBeUndefined();
  expect(asked).toHaveLength(3);
});
