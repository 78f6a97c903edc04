import { inDepth } from '@alo/testing/in-depth';
import { expect, test } from 'vitest';
import { callWaiting } from '../support/call-waiting.ts';
import { windowIsOf, windowOf } from '../support/call-window.ts';
import { fallsSilent, isHeardBy } from '../support/heard.ts';
import type { Company } from '../support/office.ts';
import { people } from '../support/people.ts';

const names = { minh: 'Trần Văn Minh', hoa: 'Lê Thu Hoa' } as const;

export function callWaitingStories(company: () => Company): void {
  const others = () => windowOf(company().lan).getByRole('list', { name: 'Cuộc gọi khác' });
  const told = (text: string) =>
    company().lan.page.getByRole('region', { name: 'Thông báo', exact: true }).getByText(text).first().waitFor();

  test('Hoa calls while Lan talks with Minh: Lan answers, goes back and forth, and each of them waits in turn', async () => {
    const { lan, minh, hoa, admin } = company();
    await callWaiting(admin, people.lan.extension);
    await minh.dial(people.lan.extension);
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await windowIsOf(lan, names.minh);

    await hoa.dial(people.lan.extension);
    await others().getByText(names.hoa, { exact: true }).waitFor();
    await hoa.shows('Cuộc gọi đi');
    await windowOf(lan).getByRole('button', { name: 'Nghe và giữ máy' }).click();
    await windowIsOf(lan, names.hoa);
    await others().getByText(names.minh, { exact: true }).waitFor();
    await hoa.shows('Đã kết nối');
    await isHeardBy(hoa);
    await isHeardBy(lan);

    await others()
      .getByRole('button', { name: /^Nói tiếp/ })
      .click();
    await windowIsOf(lan, names.minh);
    await isHeardBy(minh);
    await others().getByText(names.hoa, { exact: true }).waitFor();

    // Who is hung up on is Minh; Hoa waits on, until Lan speaks with her again.
    await lan.hangUp();
    await minh.isIdle();
    await windowIsOf(lan, names.hoa);
    await windowOf(lan).getByText('Đang giữ máy').waitFor();
    await lan.press('Giữ máy');
    await isHeardBy(hoa);
    await lan.press('Tắt tiếng');
    await fallsSilent(hoa);
    await lan.hangUp();
    await hoa.isIdle();
    await expect.poll(() => others().count()).toBe(0);
  });

  inDepth(
    'Lan loads her page again while Hoa waits: she talks with Minh on, Hoa waits on, and is spoken with afterwards',
    async () => {
      const { lan, minh, hoa, admin } = company();
      await callWaiting(admin, people.lan.extension);
      await hoa.dial(people.lan.extension);
      await lan.shows('Cuộc gọi đến');
      await lan.answer();
      await windowIsOf(lan, names.hoa);
      await minh.dial(people.lan.extension);
      await windowOf(lan).getByRole('button', { name: 'Nghe và giữ máy' }).click();
      await windowIsOf(lan, names.minh);
      await minh.shows('Đã kết nối');

      await lan.page.reload();
      await windowIsOf(lan, names.minh);
      await lan.shows('Đã kết nối');
      await others().getByText(names.hoa, { exact: true }).waitFor();
      await isHeardBy(minh);
      await others()
        .getByRole('button', { name: /^Nói tiếp/ })
        .click();
      await windowIsOf(lan, names.hoa);
      await isHeardBy(hoa);
      await others().getByText(names.minh, { exact: true }).waitFor();
      await lan.hangUp();
      await hoa.isIdle();
      await lan.hangUp();
      await minh.isIdle();
    },
  );

  inDepth(
    'a second call that Lan does not take, or misses, leaves the first alone; who tried while she may have only one is told her after',
    async () => {
      const { lan, minh, hoa, admin } = company();
      await minh.dial(people.lan.extension);
      await lan.shows('Cuộc gọi đến');
      await lan.answer();
      await lan.shows('Đã kết nối');
      await hoa.dial(people.lan.extension);
      await hoa.says('Máy bận');
      await told(`Gọi khi bạn đang bận: ${people.hoa.extension}`);

      await callWaiting(admin, people.lan.extension);
      await hoa.dial(people.lan.extension);
      await others().getByRole('button', { name: 'Từ chối' }).click();
      await hoa.isIdle();
      await others().waitFor({ state: 'hidden' });

      await hoa.dial(people.lan.extension);
      await others().getByText(names.hoa, { exact: true }).waitFor();
      await hoa.hangUp();
      await others().waitFor({ state: 'hidden' });
      await isHeardBy(minh);
      await told(`Cuộc gọi nhỡ từ ${people.hoa.extension}`);
      await lan.hangUp();
    },
  );
}
