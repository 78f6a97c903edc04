import { expect, test } from 'vitest';

import { keepWantedPath, takeWantedPath } from './wanted-path.ts';

const storage = (): Storage => {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (at) => [...kept.keys()][at] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  };
};

test('where somebody wanted to go is there once behind the sign-in, with what the address asked for', () => {
  const tab = storage();
  keepWantedPath(tab, { pathname: '/dashboard', search: '?call=0901234567' });
  expect([takeWantedPath(tab), takeWantedPath(tab)]).toEqual(['/dashboard?call=0901234567', undefined]);
});

test.each(['//evil.example/x', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'nobody is led away by %s',
  (path) => {
    const tab = storage();
    tab.setItem('wanted-path', path);
    expect(takeWantedPath(tab)).toBeUndefined();
  },
);
