import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { timestamp } from '../lib/values.ts';

/** What the bell tells of, by what a person calls it. */
export const notificationKinds = {
  'missed-call': 'Cuộc gọi nhỡ',
  voicemail: 'Tin nhắn thoại',
  reminder: 'Đến giờ hẹn và việc cần làm',
  quality: 'Điểm cuộc gọi',
  roster: 'Nhượng và đổi ca',
  job: 'Việc đã chạy xong',
  trunk: 'Đường truyền mất kết nối',
  fraud: 'Dấu hiệu gian lận cước',
  limit: 'Chạm hạn mức gọi',
  disk: 'Đĩa máy chủ sắp đầy',
  licence: 'Bản quyền sắp hết hạn',
  number: 'Đầu số sắp hết hạn',
  webhook: 'Webhook không gửi được',
  'look-ups': 'Tra cứu số bất thường',
  'broken-path': 'Cuộc gọi gặp cấu hình hỏng',
  'data-request': 'Hạn xử lý dữ liệu cá nhân',
  automation: 'Tự động hoá báo',
  report: 'Báo cáo không gửi được',
} as const;
export const notificationKind = oneOf(notificationKinds);
export type NotificationKind = z.output<typeof notificationKind>;

/** How somebody wants to be told: by the bell and on the screen, by the bell alone, not at all. */
export const tellings = { screen: 'Chuông và màn hình', bell: 'Chỉ ở chuông', off: 'Không báo' } as const;
export const telling = oneOf(tellings);
export type Telling = z.output<typeof telling>;

/** The bell (specification §7, `GET /notifications`): calls that the person missed, and what the people who run the system should know. */
export const notifications = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/notifications',
  staleAfter: { events: ['notified'], everyMs: 0 },
  access: 'general',
  summary: "The person's bell: newest first",
  result: z.object({
    unread: z.number().int(),
    data: z.array(
      z.object({
        id: z.string(),
        kind: notificationKind,
        text: z.string(),
        at: timestamp,
        /** Null where it is about no call. */
        call_id: z.string().nullable(),
        /** The customer whom it is about; null where it is about none that has a card. */
        customer_id: z.string().nullable(),
        /** What is dialled to call back, as `POST /call` takes it; null where nobody can be called. */
        call_back: z.string().nullable(),
        read: z.boolean(),
        /** Whether it is shown on the screen as it comes, by the person's rules and quiet hours. */
        on_screen: z.boolean(),
      }),
    ),
  }),
});
export type NotificationItem = z.output<typeof notifications.result>['data'][number];

export const readNotifications = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/notifications/read',
  access: 'general',
  summary: 'Everything up to now has been seen',
});

const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Giờ không hợp lệ');

/** Hours in which nothing shows on the screen by itself; the bell keeps it. They may pass midnight; no weekday means every day. */
export const quietHours = z.object({
  from: hour.meta({ examples: ['22:00'] }),
  to: hour.meta({ examples: ['07:00'] }),
  weekdays: z
    .array(z.int().min(1).max(7))
    .max(7)
    .overwrite((days) => [...new Set(days)].toSorted((a, b) => a - b)),
});

/** Kinds that are not named are told on the screen. */
export const notificationRules = z.object({
  rules: z.partialRecord(notificationKind, telling),
  quiet: quietHours.nullable(),
});
export type NotificationRules = z.output<typeof notificationRules>;

export const getNotificationRules = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/notifications/rules',
  access: 'general',
  summary: 'How the person wants to be told of what, and when not; `kinds` are those that they can be told of',
  result: notificationRules.extend({ kinds: z.array(notificationKind) }),
});

export const setNotificationRules = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/notifications/rules',
  access: 'general',
  summary: 'Choose how to be told of what, and when not',
  body: notificationRules,
  result: notificationRules,
});
