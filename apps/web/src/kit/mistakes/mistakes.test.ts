import { expect, test, vi } from 'vitest';

import { ApiProblem } from '../api/problem.ts';
import { hearMistakes, type Mistake, mistakeTeller } from './mistakes.ts';

function teller(send: (mistake: Mistake) => Promise<unknown> = () => Promise.resolve()) {
  const sent: Mistake[] = [];
  const mistakes = mistakeTeller({
    send: (mistake) => {
      sent.push(mistake);
      return send(mistake);
    },
    path: () => '/customer/84901234567',
    build: '1.0.0',
  });
  return { sent, mistakes };
}

const mistakeOf = (message: string, stack = `Error: ${message}\n    at draw (console-a1.js:12:4071)`) =>
  Object.assign(new Error(message), { stack });

test('a mistake is told with its place and without numbers of people', () => {
  const { sent, mistakes } = teller();
  mistakes.tell('render', mistakeOf('no name for 0901 234 567'));
  expect(sent).toEqual([
    {
      kind: 'render',
      message: 'no name for ***',
      stack: 'Error: no name for ***\n    at draw (console-a1.js:12:4071)',
      page: '/customer/***',
      build: '1.0.0',
      request_id: '',
    },
  ]);
});

test('the same mistake is told once, and a page tells twenty at most, none longer than the server takes', () => {
  const { sent, mistakes } = teller();
  for (let time = 0; time < 3; time += 1) mistakes.tell('render', mistakeOf('again'));
  expect(sent).toHaveLength(1);
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') mistakes.tell('script', mistakeOf(letter.repeat(9_000)));
  expect(sent).toHaveLength(20);
  expect(Math.max(...sent.map(({ message, stack = '' }) => message.length + stack.length))).toBe(4_500);
});

test('refusals and what the page broke off are no mistakes; what the server failed of has its number', () => {
  const { sent, mistakes } = teller();
  const body = { code: 'internal', message: 'Lỗi', fields: {}, used_by: [], request_id: 'r-1' };
  mistakes.tell('script', new ApiProblem(409, body));
  mistakes.tell('script', ApiProblem.offline());
  mistakes.tell('script', new DOMException('', 'AbortError'));
  mistakes.tell('script', new ApiProblem(500, body));
  expect(sent.map(({ request_id }) => request_id)).toEqual(['r-1']);
});

test('a mistake that cannot be told makes no other', async () => {
  const unhandled = vi.fn<() => void>();
  process.on('unhandledRejection', unhandled);
  const { mistakes } = teller(() => Promise.reject(new Error('offline')));
  mistakes.tell('script', 'a word');
  await new Promise((done) => setTimeout(done));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('what nobody caught is heard; a size that is observed a frame later is no mistake', () => {
  const { sent, mistakes } = teller();
  const page = new EventTarget();
  hearMistakes(page as Window, mistakes);
  page.dispatchEvent(Object.assign(new Event('error'), { error: mistakeOf('thrown'), message: '' }));
  const later = 'ResizeObserver loop completed with undelivered notifications.';
  page.dispatchEvent(Object.assign(new Event('error'), { error: null, message: later }));
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: mistakeOf('rejected') }));
  expect(sent.map(({ message }) => message)).toEqual(['thrown', 'rejected']);
});
