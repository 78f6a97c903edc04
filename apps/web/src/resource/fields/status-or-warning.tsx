import { IconAlertTriangle, Status } from '@alo/ui';

/** Whether something is used, and why it does nothing although it is switched on. */
export const StatusOrWarning = ({ enabled, warning }: { enabled: boolean | undefined; warning: string }) =>
  warning !== '' ? (
    <span title={warning}>
      <IconAlertTriangle size={14} aria-hidden /> {warning}
    </span>
  ) : (
    <Status tone={enabled === false ? 'offline' : 'ready'}>{enabled === false ? 'Tắt' : 'Đang dùng'}</Status>
  );
