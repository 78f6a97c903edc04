import { allDepartment } from '@alo/contract';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import departments from '../src/features/departments/screen.ts';
import { reference } from '../src/resource/fields/references.tsx';
import { Unsaved } from '../src/resource/form/unsaved.tsx';
import { ScreensContext } from '../src/resource/screen/use-resources.ts';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

const { Control } = reference('Phòng ban', allDepartment);
const made = '00000000-0000-4000-8000-0000000000a1';

/** A form that asks for a department, in a company that has these, to somebody with these rights; and what came of it. */
async function company({ has = [], rights }: { has?: { id: string; name: string }[]; rights?: readonly string[] }) {
  const said = { outer: 0, chosen: '', added: '' };
  const server = playedServer({
    'GET /me': () => personWith(rights),
    'GET /all-department': () => ({ data: has }),
    'GET /branchs': () => ({ data: [], total: 0, total_capped: false, page: 1, per_page: 1000 }),
    'POST /department': ({ body }) => {
      const row = { id: made, version: 1, created_at: '2026-11-20T02:00:00Z', updated_at: '2026-11-20T02:00:00Z' };
      said.added = JSON.stringify(body);
      return { ...row, ...(body as object), branch_name: null, team_count: 0, account_count: 0 }; // what the form has sent
    },
  });
  const below = {
    isChanged: false,
    submit: async () => {
      said.outer += 1;
    },
  };
  function Form() {
    const [value, setValue] = useState<string | null>(null);
    said.chosen = value ?? '';
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          said.outer += 1;
        }}
      >
        <Control
          {...{ name: 'department', label: 'Phòng ban', hint: undefined, problems: {}, required: true }}
          disabled={false}
          value={value}
          onChange={setValue}
          onBlur={() => undefined}
        />
        <Unsaved form={below} always />
      </form>
    );
  }
  await render(
    <ScreensContext value={[departments]}>
      <ConsoleAround server={server} at="/" pages={{ '/': Form }} />
    </ScreensContext>,
  );
  await expect.element(page.getByRole('combobox', { name: 'Phòng ban' })).toBeVisible();
  return said;
}

const offer = () => page.getByRole('button', { name: 'Tạo phòng ban' });

test('where there is nothing to choose it is made over the form, is chosen, and the form below is not sent', async () => {
  const said = await company({});
  await expectGoodLooks();
  await offer().click();
  const drawer = page.getByRole('dialog', { name: 'Thêm phòng ban' });
  await drawer.getByRole('textbox', { name: 'Tên phòng ban' }).fill('Kinh doanh');
  await drawer.getByRole('button', { name: 'Lưu phòng ban' }).click();
  await expect.poll(() => said.chosen).toBe(made);
  expect(JSON.parse(said.added)).toMatchObject({ name: 'Kinh doanh' });
  expect(said.outer).toBe(0);
  await expect.element(drawer).not.toBeInTheDocument();
});

test('Ctrl S saves what is over the form, and not the form', async () => {
  const said = await company({});
  await offer().click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Tên phòng ban' }).fill('Kế toán');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(() => said.chosen).toBe(made);
  expect(said.outer).toBe(0);
});

test('where there is something to choose nothing is offered', async () => {
  await company({ has: [{ id: made, name: 'Kinh doanh' }] });
  await page.getByRole('combobox', { name: 'Phòng ban' }).click();
  await expect.element(page.getByRole('option', { name: 'Kinh doanh' })).toBeVisible();
  await expect.element(offer()).not.toBeInTheDocument();
});

test('nobody is offered what they have no right to add', async () => {
  await company({ rights: ['departments.view'] });
  await page.getByRole('combobox', { name: 'Phòng ban' }).click();
  await expect.element(page.getByText('Không có mục nào khớp')).toBeVisible();
  await expect.element(offer()).not.toBeInTheDocument();
});
