import { Button } from '@alo/ui';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { Page } from '../src/resource/page/page.tsx';

/** As the dashboard comes: the day and how many wait to be called back are known after the page stands. */
const dashboard = ({ known }: { known: boolean }) => (
  <Page
    title="Tổng quan"
    titleAlone
    count={known ? '01/12/2026 · cập nhật 01:45:26' : undefined}
    actions={
      <>
        {known && <Button>50 khách cần gọi lại</Button>}
        <Button>Khách thử</Button>
      </>
    }
  >
    <p data-testid="content">Tổng cuộc gọi</p>
  </Page>
);

test('what comes late into the head of the dashboard moves nothing below it on a phone', async () => {
  await page.viewport(390, 844);
  const screen = await render(dashboard({ known: false }));
  const content = screen.getByTestId('content');
  const before = content.element().getBoundingClientRect().top;
  await screen.rerender(dashboard({ known: true }));
  await expect.element(screen.getByText('50 khách cần gọi lại')).toBeVisible();
  expect(content.element().getBoundingClientRect().top).toBe(before);
});
