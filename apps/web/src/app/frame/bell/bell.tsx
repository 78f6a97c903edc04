import { type NotificationItem, notifications, readNotifications } from '@alo/contract';
import { IconAlertTriangle, IconBell, IconButton, IconCalendar, IconPhone, IconPhoneIncoming, Popover } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ToReturn } from '../../../domain/calls/to-return.tsx';
import { usePhoneDoor } from '../../../domain/phone-door/phone-door.ts';
import { useConsole } from '../../../kit/api/context.ts';
import { explain } from '../../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../../kit/api/queries.ts';
import { groupedPhone } from '../../../kit/format/phone.ts';
import { useMay } from '../../../kit/me/me.ts';
import { Zone } from '../../../kit/zone/zone.tsx';
import { Moment } from '../../../resource/page/moment.tsx';
import styles from '../header/header.module.css';
import { useBellNews } from './use-bell-news.ts';

/** What the person missed, newest first, and what the system has to say. Looking at it marks it as read. */
export function Bell() {
  const { api, toasts } = useConsole();
  const read = useRead();
  const invalidate = useInvalidate();
  // What comes is told at once; a disk that fills and a licence that ends are asked for.
  const { data } = useQuery({ ...read(notifications, {}), staleTime: 60_000, refetchInterval: 60_000 });
  useBellNews(data?.data);
  const unread = data?.unread ?? 0;
  const seen = async () => {
    if (unread === 0) return;
    try {
      await api(readNotifications, {});
      await invalidate(notifications);
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    }
  };

  return (
    <Popover
      label="Thông báo"
      align="end"
      width={340}
      target={(open) => (
        <IconButton
          label={unread === 0 ? 'Thông báo' : `Thông báo, ${unread} chưa đọc`}
          className={styles.bell}
          {...open}
          onClick={() => {
            open.onClick();
            void seen();
          }}
        >
          <IconBell aria-hidden />
          {unread > 0 && (
            <span className={styles.unread} aria-hidden>
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </IconButton>
      )}
    >
      {(close) => (
        <>
          <h2>Thông báo</h2>
          <ToReturn className={styles.notice} onGo={close} />
          {(data?.data.length ?? 0) === 0 ? (
            <p className={styles.quiet}>Chưa có gì mới.</p>
          ) : (
            <ul className={styles.notices}>
              {data?.data.map((notice) => (
                <li key={notice.id} className={styles.entry}>
                  <Zone name="Thông báo này">
                    <Notice notice={notice} onGone={close} />
                  </Zone>
                </li>
              ))}
            </ul>
          )}
          <p className={styles.rules}>
            <Link to="/user-setting/$slug" params={{ slug: 'thong-bao' }} onClick={close}>
              Chọn cách báo và giờ yên lặng
            </Link>
          </p>
        </>
      )}
    </Popover>
  );
}

function Notice({ notice, onGone }: { notice: NotificationItem; onGone: () => void }) {
  const phone = usePhoneDoor();
  const { call_back: target } = notice;
  const callBack = () => {
    onGone();
    if (target !== null) phone?.dial(target);
  };
  return (
    <>
      <About notice={notice} onGone={onGone}>
        <span>
          {notice.text.replace(/\b0\d{8,10}\b/g, groupedPhone)}
          <Moment at={notice.at} />
        </span>
      </About>
      {phone !== null && target !== null && (
        <IconButton size="sm" label={`Gọi lại: ${notice.text}`} onClick={callBack}>
          <IconPhone aria-hidden />
        </IconButton>
      )}
    </>
  );
}

/** What a notice leads to: the conversation, the customer's card, or nothing. */
function About({ notice, onGone, children }: { notice: NotificationItem; onGone: () => void; children: ReactNode }) {
  const may = useMay();
  const about = { className: styles.notice, 'data-read': notice.read || undefined };
  if (notice.call_id !== null) {
    return (
      <Link to="/call-history" search={{ id: notice.call_id }} {...about} onClick={onGone}>
        <IconPhoneIncoming size={17} aria-hidden />
        {children}
      </Link>
    );
  }
  if (notice.customer_id !== null && may('customer.view')) {
    return (
      <Link to="/customer" search={{ id: notice.customer_id }} {...about} onClick={onGone}>
        <IconCalendar size={17} aria-hidden />
        {children}
      </Link>
    );
  }
  return (
    <div {...about}>
      <IconAlertTriangle size={17} aria-hidden />
      {children}
    </div>
  );
}
