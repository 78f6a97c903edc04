import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { draftOf, dropDraft } from '../src/kit/drafts/drafts.ts';
import { type KeptInput, useKeptInput, wordsTogether } from '../src/kit/drafts/use-kept-input.ts';

interface Words {
  readonly name: string;
}
const words: KeptInput<Words> = {
  blank: { name: '' },
  isFilled: ({ name }) => name !== '',
  together: (kept, typed) => ({ name: wordsTogether(kept.name, typed.name, ' ') }),
  read: (value) =>
    typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
      ? { name: value.name }
      : undefined,
};

function Form({ of, onDone = () => undefined }: { of: string; onDone?: () => void }) {
  const { input, change, show, sent, clear } = useKeptInput(of, words);
  return (
    <>
      <input aria-label="Tên" value={input.name} onChange={(event) => change({ name: event.target.value })} />
      <button
        type="button"
        onClick={() => {
          void clear();
          onDone();
        }}
      >
        Xong
      </button>
      <button type="button" onClick={() => sent(input)}>
        Đã gửi
      </button>
      <button type="button" onClick={() => show({ name: 'Từ máy khác' })}>
        Nghe tin
      </button>
    </>
  );
}

const kept = async (key: string) => (await draftOf(key))?.text ?? null;
const name = () => page.getByLabelText('Tên');

test('what is filled in outlives the form, and is gone once the server has it', async () => {
  const key = 'test outlives';
  const first = await render(<Form of={key} />);
  await name().fill('Đinh Thị Dở');
  await expect.poll(() => kept(key)).toBe('{"name":"Đinh Thị Dở"}');
  await first.unmount();
  await render(<Form of={key} />);
  await expect.element(name()).toHaveValue('Đinh Thị Dở');
  await page.getByRole('button', { name: 'Xong' }).click();
  await expect.element(name()).toHaveValue('');
  await expect.poll(() => kept(key)).toBe(null);
});

test('what is emptied by hand is kept no more', async () => {
  const key = 'test emptied';
  await render(<Form of={key} />);
  await name().fill('Đinh');
  await expect.poll(() => kept(key)).toBe('{"name":"Đinh"}');
  await name().fill('');
  await expect.poll(() => kept(key)).toBe(null);
});

test('a form that goes in the moment in which the server has it is offered to nobody', async () => {
  const key = 'test gone';
  function Page() {
    const [done, setDone] = useState(false);
    return done ? <p>Đã lưu</p> : <Form of={key} onDone={() => setDone(true)} />;
  }
  await render(<Page />);
  await name().fill('Đinh');
  await expect.poll(() => kept(key)).toBe('{"name":"Đinh"}');
  await page.getByRole('button', { name: 'Xong' }).click();
  await expect.element(page.getByText('Đã lưu')).toBeVisible();
  await expect.poll(() => kept(key)).toBe(null);
});

test('two things have two drafts', async () => {
  await render(<Form of="test one" />);
  await name().fill('Của một');
  await expect.poll(() => kept('test one')).toBe('{"name":"Của một"}');
  expect(await kept('test other')).toBe(null);
  await dropDraft('test one');
});

test('what the server has is shown and not kept, and what is filled in behind that is', async () => {
  const key = 'test sent';
  await render(<Form of={key} />);
  await name().fill('Đinh');
  await expect.poll(() => kept(key)).toBe('{"name":"Đinh"}');
  await page.getByRole('button', { name: 'Đã gửi' }).click();
  await expect.poll(() => kept(key)).toBe(null);
  await expect.element(name()).toHaveValue('Đinh');
  await name().fill('Đinh Thị');
  await expect.poll(() => kept(key)).toBe('{"name":"Đinh Thị"}');
  await page.getByRole('button', { name: 'Nghe tin' }).click();
  await expect.element(name()).toHaveValue('Từ máy khác');
  await expect.poll(() => kept(key)).toBe(null);
});
