import { Actions, Button, Stack, TextField } from '@alo/ui';
import { Link } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { z } from 'zod';

import { ApiProblem } from '../src/kit/api/problem.ts';
import { Unsaved } from '../src/resource/form/unsaved.tsx';
import { useContractForm } from '../src/resource/form/use-contract-form.ts';
import { answer } from './answers.ts';
import { ConsoleAround } from './console-around.tsx';

const body = z.object({
  name: z.string().trim().min(1, 'Hãy nhập tên'),
  code: z.string().regex(/^\d*$/, 'Mã chỉ có chữ số'),
});
const blank = { name: '', code: '', again: '' };

function Form({ send }: { send: (sent: z.output<typeof body>) => Promise<unknown> }) {
  const form = useContractForm({
    schema: body,
    values: blank,
    body: ({ name, code }) => ({ name, code }),
    mistakes: ({ code, again }) => ({ ...(code !== again && { again: 'Chưa giống nhau' }) }),
    send,
    saved: 'Đã lưu',
  });
  const { values, errors, set } = form;
  return (
    <Stack as="form" {...form.props}>
      <TextField
        label="Tên"
        value={values.name}
        error={errors['name']}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label="Mã"
        value={values.code}
        error={errors['code']}
        onChange={(event) => set({ code: event.target.value })}
      />
      <TextField
        label="Nhập lại mã"
        value={values.again}
        error={errors['again']}
        onChange={(event) => set({ again: event.target.value })}
      />
      <Actions>
        <Button type="submit" look="primary" busy={form.busy}>
          Lưu
        </Button>
      </Actions>
      <Link to="/departments">Đi nơi khác</Link>
      <Unsaved form={form} />
    </Stack>
  );
}

/** Opens the form; answers what it has sent. */
async function open(takes: () => Promise<unknown> = async () => undefined) {
  const sent: z.output<typeof body>[] = [];
  const send = (what: z.output<typeof body>) => {
    sent.push(what);
    return takes();
  };
  const pages = { '/kpi/add': () => <Form send={send} />, '/departments': () => <h1>Nơi khác</h1> } as const;
  await render(<ConsoleAround server={answer} at="/kpi/add" pages={pages} />);
  await expect.element(field('Tên')).toBeVisible();
  return sent;
}
const field = (label: string) => page.getByLabelText(label, { exact: true });
const save = () => page.getByRole('button', { name: 'Lưu', exact: true }).click();
const refusal = (fields: Record<string, string>) =>
  Promise.reject(ApiProblem.of(422, { code: 'invalid', message: 'Chưa lưu được', fields }));

test('what the schema finds wrong stands at its field, the first has the focus, and nothing is sent', async () => {
  const sent = await open();
  await field('Mã').fill('1a');
  await field('Nhập lại mã').fill('1a');
  await save();
  await expect.element(page.getByText('Hãy nhập tên')).toBeVisible();
  await expect.element(page.getByText('Mã chỉ có chữ số')).toBeVisible();
  await expect.element(field('Tên')).toHaveFocus();
  expect(sent).toEqual([]);
});

test('a field that is changed after a refusal is looked at again, and the others keep their mistakes', async () => {
  await open();
  await field('Mã').fill('1a');
  await save();
  await field('Tên').fill('Lan');
  await expect.element(page.getByText('Hãy nhập tên')).not.toBeInTheDocument();
  await expect.element(page.getByText('Mã chỉ có chữ số')).toBeVisible();
  await expect.element(page.getByText('Chưa giống nhau')).toBeVisible();
});

test('what only the server knows stands at its field, and what was filled in stays', async () => {
  await open(() => refusal({ code: 'Mã này đã có' }));
  await field('Tên').fill('Lan');
  await save();
  await expect.element(page.getByText('Mã này đã có')).toBeVisible();
  await expect.element(field('Mã')).toHaveFocus();
  await expect.element(field('Tên')).toHaveValue('Lan');
});

test('a refusal that is about no field is told by a toast, and what was filled in stays', async () => {
  await open(() => refusal({}));
  await field('Tên').fill('Lan');
  await save();
  await expect.element(page.getByText('Chưa lưu được')).toBeVisible();
  await expect.element(field('Tên')).toHaveValue('Lan');
});

test('a save pressed twice is sent once, is told, and leaves a form that is as it began', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent = await open(() => promise);
  await field('Tên').fill(' Lan ');
  await userEvent.keyboard('{Control>}s{/Control}');
  await userEvent.keyboard('{Control>}s{/Control}');
  resolve();
  await expect.element(page.getByText('Đã lưu', { exact: true })).toBeVisible();
  await expect.element(field('Tên')).toHaveValue('');
  expect(sent).toEqual([{ name: 'Lan', code: '' }]);
});

test('who leaves with something unsaved is asked first', async () => {
  await open();
  await field('Tên').fill('Lan');
  await page.getByRole('link', { name: 'Đi nơi khác' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Bỏ những thay đổi chưa lưu?' })).toBeVisible();
  await page.getByRole('button', { name: 'Bỏ thay đổi' }).click();
  await expect.element(page.getByRole('heading', { name: 'Nơi khác' })).toBeVisible();
});
