import type { RowOf, trunks } from '@alo/contract';

/** Says of the demo's own carrier that it is none, and whom one reaches there. */
export function DemoCarrier({ row }: { row: RowOf<typeof trunks> }) {
  if (!row.is_demo) return null;
  return (
    <section aria-label="Nhà mạng dùng thử">
      <p>Đây là nhà mạng của bản dùng thử, không phải nhà mạng thật: cuộc gọi ra không đi đâu cả, người nghe là máy.</p>
      <ul>
        <li>Số bất kỳ: đổ chuông 3 giây, nghe máy, nói rồi nghe; bấm phím nào thì phím ấy được gửi lại.</li>
        <li>Số kết thúc bằng 00: máy bận. 01: không nghe máy. 02: số không có. 03: từ chối.</li>
        <li>
          990: nhà mạng báo thuê bao không liên lạc được. 991: nhà mạng báo số không đúng. 992: hộp thư thoại nghe máy.
        </li>
      </ul>
    </section>
  );
}
