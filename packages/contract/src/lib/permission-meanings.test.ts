import { expect, test } from 'vitest';

import { actionLabel, permissions } from './permission.ts';
import { permissionMeaning } from './permission-meanings.ts';

test('every right has a sentence of its own that says what it lets happen', () => {
  const sentences = permissions.map(permissionMeaning);
  expect(new Set(sentences).size).toBe(permissions.length);
  for (const [place, sentence] of sentences.entries()) {
    expect(sentence).toMatch(/^\p{Lu}.{15,}\.$/u);
    expect(sentence).not.toBe(permissions[place] && `${actionLabel(permissions[place])}.`);
  }
});

test('to hear a recording and to listen in on a call are told apart', () => {
  expect(permissionMeaning('monitor.listen')).toContain('đang diễn ra');
  expect(permissionMeaning('call-history.listen')).toContain('ghi âm');
  expect(permissionMeaning('call-history.listen')).not.toContain('đang diễn ra');
});
