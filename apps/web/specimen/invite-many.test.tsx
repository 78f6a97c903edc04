import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { InviteMany } from '../src/features/accounts/invite-dialog.tsx';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer } from './server.ts';

const none = { data: [], total: 0, total_capped: false, page: 1, per_page: 1000 };

test('a list that was pasted is there again after the dialog was closed by mistake', async () => {
  const server = playedServer({
    'GET /me': () => personWith(),
    'GET /roles': () => none,
    'GET /all-department': () => none,
    'GET /all-team': () => none,
  });
  await render(<ConsoleAround server={server} at="/" pages={{ '/': InviteMany }} />);
  const open = page.getByRole('button', { name: 'Mời nhiều người' });
  const list = page.getByRole('dialog').getByRole('textbox').first();
  await open.click();
  await list.fill('lan@cong-ty.vn\nminh@cong-ty.vn');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await open.click();
  await expect.element(list).toHaveValue('lan@cong-ty.vn\nminh@cong-ty.vn');
});
