import type { MessageFromPhone, PhoneCommand } from '@alo/contract';
import { expect, test } from 'vitest';

import { type FrameWindow, meetPageAround, type WindowMessage } from './page-around.ts';

const crm = 'https://crm.example.vn';

/** A frame whose page around it keeps what it was sent, and to whom. */
function framed() {
  const got: [MessageFromPhone, string][] = [];
  const listeners: ((event: WindowMessage) => void)[] = [];
  const parent = { postMessage: (message: MessageFromPhone, to: string) => void got.push([message, to]) };
  const frame: FrameWindow = { parent, addEventListener: (_type, listen) => void listeners.push(listen) };
  const met = meetPageAround(frame);
  const says = (data: unknown, from: Partial<WindowMessage> = {}) => {
    for (const listen of listeners) listen({ source: parent, origin: crm, ...from, data });
  };
  return { got, met, says };
}

const ask = (id: number, command: unknown = { do: 'answer' }) => ({ alo: 'ask', id, command });

test('it says to whoever is there that it has come, and nothing more before it is greeted', async () => {
  const { got, met, says } = framed();
  expect(got).toEqual([[{ alo: 'there' }, '*']]);
  says({ alo: 'hello' });
  const page = await met;
  expect(page.origin).toBe(crm);
  page.tell({ type: 'phone', ready: true, extension: '101', person: 'Lan' });
  expect(got).toHaveLength(1);
});

test('a page that may have it is told by its own origin alone, and its commands are done and answered', async () => {
  const { got, met, says } = framed();
  says({ alo: 'hello' });
  const page = await met;
  const taken: PhoneCommand[] = [];
  const stop = page.listen((command) => (taken.push(command) > 1 ? 'in-call' : null));
  page.allow(true);
  page.tell({ type: 'phone', ready: true, extension: '101', person: 'Lan' });
  says(ask(1, { do: 'call', to: '0901234567' }));
  says(ask(2, { do: 'call', to: '0901234567' }));
  stop();
  says(ask(3));
  expect(taken).toEqual(Array(2).fill({ do: 'call', to: '0901234567' }));
  expect(got.slice(1)).toEqual([
    [{ alo: 'news', news: { type: 'phone', ready: true, extension: '101', person: 'Lan' } }, crm],
    [{ alo: 'done', id: 1, refused: null }, crm],
    [{ alo: 'done', id: 2, refused: 'in-call' }, crm],
    [{ alo: 'done', id: 3, refused: 'no-phone' }, crm],
  ]);
});

test('a page that may not, or may no more, has nothing done and is told so alone', async () => {
  const { got, met, says } = framed();
  says({ alo: 'hello' });
  const page = await met;
  page.listen(() => {
    throw new Error('it may not');
  });
  says(ask(1));
  page.allow(true);
  page.allow(false);
  says(ask(2));
  page.tell({ type: 'phone', ready: true, extension: '101', person: 'Lan' });
  page.tell({ type: 'refused' });
  expect(got.slice(1)).toEqual([
    [{ alo: 'done', id: 1, refused: 'no-phone' }, crm],
    [{ alo: 'done', id: 2, refused: 'no-phone' }, crm],
    [{ alo: 'news', news: { type: 'refused' } }, crm],
  ]);
});

test('other windows, other origins and words that are none are not heard', async () => {
  const { got, met, says } = framed();
  says({ alo: 'hello' }, { source: {} });
  says({ alo: 'hello' });
  const page = await met;
  page.allow(true);
  page.listen(() => null);
  says(ask(1), { source: {} });
  says(ask(2), { origin: 'https://other.example.vn' });
  for (const data of [null, 'hello', { alo: 'ask' }, ask(-1), ask(3, { do: 'fly' }), ask(4, { do: 'call', to: ' ' })])
    says(data);
  says(ask(5, { do: 'hold', on: true, more: 1 }));
  expect(got).toHaveLength(1);
});
