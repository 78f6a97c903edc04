import { expect, test } from 'vitest';

import { recordingOf, segmentsOf, theCallSince } from '../support/api.ts';
import { choose, windowIsOf, windowOf } from '../support/call-window.ts';
import { hearsOnly, voicesIn } from '../support/hearing.ts';
import type { Company } from '../support/office.ts';

export function attendedTransferStories(company: () => Company): void {
  test('Minh calls Lan, Lan asks Hoa first and connects the two: who waits hears neither, and who left is heard no more', async () => {
    const { lan, minh, hoa, admin } = company();
    const since = Date.now();
    await minh.dial('101');
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await hearsOnly(minh, 'lan');
    await lan.page.getByRole('button', { name: /^Trạng thái làm việc: Đàm thoại/ }).waitFor();

    await choose(lan, 'Chuyển', 'Hoa', 'Hỏi trước');
    await hoa.shows('Cuộc gọi đến');
    await hoa.answer();
    await windowOf(lan).getByText('Đang nói riêng với').waitFor();
    await windowOf(lan).getByText('Trần Văn Minh đang chờ, nghe nhạc').waitFor();
    await windowIsOf(hoa, 'Nguyễn Thị Lan');
    await Promise.all([hearsOnly(lan, 'hoa'), hearsOnly(hoa, 'lan')]);
    // Music has no voice of ours in it.
    await hearsOnly(minh);

    await windowOf(lan).getByRole('button', { name: 'Nối máy rồi rời đi' }).click();
    await lan.isIdle();
    await lan.page.getByRole('button', { name: /^Trạng thái làm việc: Sẵn sàng/ }).waitFor();
    await Promise.all([hearsOnly(minh, 'hoa'), hearsOnly(hoa, 'minh')]);
    await Promise.all([windowIsOf(hoa, 'Trần Văn Minh'), windowIsOf(minh, 'Lê Thu Hoa')]);
    await minh.hangUp();
    await hoa.isIdle();

    const row = await theCallSince(admin, since);
    expect(row).toMatchObject({
      direction: 'internal',
      status: 'answered',
      caller_extension: '102',
      recording: 'ready',
      // Whoever was asked first, and then had the call.
      others: 'Lê Thu Hoa',
    });
    expect(await segmentsOf(admin, row.id)).toEqual([
      '102 called',
      '101 answered',
      '101 consultation',
      '103 consultation',
      '103 transfer',
    ]);
    const { left, right, sampleRate } = await recordingOf(admin, row.id);
    expect(voicesIn(left, sampleRate)).toEqual(['minh']);
    const end = right.subarray(-2 * sampleRate);
    expect(voicesIn(end, sampleRate)).toEqual(['hoa']);
  });
}
