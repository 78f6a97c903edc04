import { secondFactor } from '@alo/contract';
import { Actions, Button, Stack } from '@alo/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { useRead } from '../../kit/api/queries.ts';
import { Page } from '../../resource/page/page.tsx';
import { OwnSecurity } from './security.tsx';

/** In place of every screen, for whoever must have a second factor and has none: what is wanted, why, and the way to it. */
export default function SetUpDemanded({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient();
  const read = useRead();
  const { signOut } = useConsole();
  const { data } = useQuery(read(secondFactor, {}));
  const hasOne = data !== undefined && (data.totp_since !== null || data.passkeys.length > 0);
  return (
    <Page title="Bật xác thực hai bước">
      <Stack gap={18}>
        <p role="status">
          {hasOne
            ? 'Đã bật xác thực hai bước. Bấm Tiếp tục để vào lại trang đang xem.'
            : 'Công ty vừa yêu cầu bạn xác thực hai bước. Hãy bật ứng dụng xác thực hoặc thêm khoá truy cập để dùng tiếp; cuộc gọi đang diễn ra không bị ngắt.'}
        </p>
        <OwnSecurity />
        <Actions>
          <Button look="primary" disabled={!hasOne} onClick={() => void queries.invalidateQueries().then(onDone)}>
            Tiếp tục
          </Button>
          <Button look="quiet" onClick={() => signOut()}>
            Đăng xuất
          </Button>
        </Actions>
      </Stack>
    </Page>
  );
}
