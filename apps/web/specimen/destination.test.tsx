import type { DestinationValue } from '@alo/contract';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { destination } from '../src/resource/fields/destinations.tsx';
import { ConsoleAround } from './console-around.tsx';
import { playedServer, Refusal } from './server.ts';

const { Control, Show } = destination('Điểm đến');

const queues = [
  { type: 'queue', name: 'Bán hàng', value: 'q1' },
  { type: 'queue', name: 'Chăm sóc khách hàng', value: 'q2' },
];
const server = playedServer({
  'GET /partner/destinations': ({ url }) => {
    const [type, value] = [url.searchParams.get('type'), url.searchParams.get('value')];
    if (type === 'msg') return new Refusal(404);
    return { data: queues.filter((one) => one.type === type && (value === null || one.value === value)) };
  },
});

/** The field over a value that is kept as a form keeps it; what it came to be is read with `value`. */
async function show(first: DestinationValue | null, problems = {}) {
  const changed = vi.fn<(value: DestinationValue | null) => void>();
  function Field() {
    const [value, setValue] = useState<DestinationValue | null>(first);
    const onChange = (next: DestinationValue | null) => {
      changed(next);
      setValue(next);
    };
    return (
      <Control
        {...{ name: 'destination', label: 'Điểm đến', hint: undefined, problems, required: true, disabled: false }}
        value={value}
        onChange={onChange}
        onBlur={() => undefined}
      />
    );
  }
  await render(<ConsoleAround server={server} at="/" pages={{ '/': Field }} />);
  await expect.element(page.getByRole('combobox', { name: 'Loại điểm đến' }).first()).toBeVisible();
  return { value: () => changed.mock.lastCall?.[0] };
}

const pick = async (nth: number, name: string, option: string) => {
  await page.getByRole('combobox', { name }).nth(nth).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

const forward: DestinationValue = { type: 'fw', value: '0901234567', otherwise: { type: 'queue', value: 'q1' } };

test('a place is chosen by its kind and its name; another kind begins without a place', async () => {
  const { value } = await show(null);
  await pick(0, 'Loại điểm đến', 'Hàng đợi');
  await expect.poll(value).toEqual({ type: 'queue', value: '' });
  await pick(0, 'Hàng đợi', 'Chăm sóc khách hàng');
  await expect.poll(value).toEqual({ type: 'queue', value: 'q2' });
  await pick(0, 'Loại điểm đến', 'Kết thúc cuộc gọi');
  await expect.poll(value).toMatchObject({ type: 'hang-up', value: '' });
});

test('a number outside is typed, and where calls go when it does not answer stays as it was', async () => {
  const { value } = await show(forward);
  await page.getByRole('textbox', { name: /^Số nhận/ }).fill('0912345678');
  await expect.poll(value).toEqual({ ...forward, value: '0912345678' });
  await page.getByRole('switch', { name: /^Hiện số của khách/ }).click();
  await expect.poll(() => value()?.otherwise).toEqual({ type: 'queue', value: 'q1' });
  await expect.poll(() => value()?.value).toMatch(/0912345678$/);
  await page.getByRole('switch', { name: /^Hiện số của khách/ }).click();
  await expect.poll(value).toEqual({ ...forward, value: '0912345678' });
});

test('what comes after a number outside is chosen like any place, without another number, and can be taken back', async () => {
  const { value } = await show({ type: 'fw', value: '0901234567', otherwise: null });
  await page.getByRole('combobox', { name: 'Loại điểm đến' }).nth(1).click();
  await expect.element(page.getByRole('option', { name: 'Hàng đợi', exact: true })).toBeVisible();
  await expect.element(page.getByRole('option', { name: /Số ngoài|Chuyển ra/ })).not.toBeInTheDocument();
  await page.getByRole('option', { name: 'Hàng đợi', exact: true }).click();
  await pick(0, 'Hàng đợi', 'Bán hàng');
  await expect.poll(value).toEqual(forward);
  await pick(1, 'Loại điểm đến', 'Kết thúc cuộc gọi');
  await expect.poll(value).toEqual({ ...forward, otherwise: null });
});

test('a refused list says with what number, a missing place says to choose one', async () => {
  await show({ type: 'msg', value: '' });
  await expect.element(page.getByText('Error: Received status code 404', { exact: true })).toBeVisible();
});

test.each<[DestinationValue, string]>([
  [{ type: 'queue', value: 'q2' }, 'Hàng đợi: Chăm sóc khách hàng'],
  [{ type: 'queue', value: 'gone' }, 'Hàng đợi: không còn'],
  [{ type: 'hang-up', value: '' }, 'Kết thúc cuộc gọi'],
  [forward, 'nếu không được: Hàng đợi: Bán hàng'],
])('%o is read as “%s”', async (value, words) => {
  await render(
    <ConsoleAround
      server={server}
      at="/"
      pages={{
        '/': () => (
          <p data-shown>
            <Show value={value} />
          </p>
        ),
      }}
    />,
  );
  await expect.poll(() => document.querySelector('[data-shown]')?.textContent).toContain(words);
});

test('what comes after a number outside is said once', async () => {
  await render(
    <ConsoleAround
      server={server}
      at="/"
      pages={{
        '/': () => (
          <p data-shown>
            <Show value={forward} />
          </p>
        ),
      }}
    />,
  );
  const shown = () => document.querySelector('[data-shown]')?.textContent ?? '';
  await expect.poll(shown).toContain('Bán hàng');
  await expect.poll(() => shown().match(/nếu không được/g)).toHaveLength(1);
});
