import { buttonClass, State } from '@alo/ui';
import { Link } from '@tanstack/react-router';

import { Page, Surface } from '../resource/page/page.tsx';

/** An address that leads nowhere. */
export const NotFound = () => (
  <Page title="Không tìm thấy trang">
    <Surface>
      <State
        drawing="lost"
        title="Địa chỉ này không dẫn tới đâu cả"
        action={
          <Link to="/dashboard" className={buttonClass('primary')}>
            Về trang tổng quan
          </Link>
        }
      >
        Có thể đường dẫn đã cũ hoặc gõ thiếu. Nhấn <b>Ctrl K</b> để tìm màn hình bạn cần.
      </State>
    </Surface>
  </Page>
);
