import { dataRequests } from '@alo/contract';
import { AfterDelay, Quiet, Skeleton, Stack } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { DataRequests } from '../../domain/data-requests/data-requests.tsx';
import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';

/** What customers of the company ask for about their data, the nearest deadline on top. */
export function PersonalData() {
  const read = useRead();
  const may = useMay();
  const isAllowed = may(dataRequests.access);
  const { data, error, refetch } = useQuery({ ...read(dataRequests, {}), enabled: isAllowed });
  if (!isAllowed) return <Quiet size="body">Bạn cần quyền “Khách hàng: Sửa” để xem các yêu cầu này.</Quiet>;
  if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) {
    return (
      <AfterDelay>
        <Skeleton width="100%" height={160} />
      </AfterDelay>
    );
  }
  return (
    <Stack gap={28}>
      <Quiet size="body">
        Khách được xem, sửa, rút đồng ý và xoá dữ liệu của mình (Luật 91/2025/QH15). Yêu cầu được ghi ở hồ sơ khách
        hàng; chuông nhắc ba ngày trước hạn.
      </Quiet>
      {data.data.length === 0 ? <Quiet>Chưa có yêu cầu nào.</Quiet> : <DataRequests requests={data.data} named />}
    </Stack>
  );
}
