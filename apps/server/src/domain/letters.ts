import type { LinkKind } from '@alo/contract';

/** What somebody reads who is sent a link. */
export function letterOf(
  kind: LinkKind,
  {
    person,
    company,
    url,
    expiresAt,
    timeZone,
  }: { person: { name: string }; company: string; url: string; expiresAt: Date; timeZone: string },
): { subject: string; text: string } {
  const until = expiresAt.toLocaleString('vi-VN', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const foot = `Liên kết dùng được một lần, đến ${until}. Nếu bạn không chờ thư này, hãy bỏ qua nó.`;
  switch (kind) {
    case 'invite':
      return {
        subject: `Lời mời vào tổng đài của ${company}`,
        text: `Chào ${person.name},\n\n${company} mời bạn dùng tổng đài. Mở liên kết này để đặt mật khẩu và bắt đầu:\n\n${url}\n\n${foot}\n`,
      };
    case 'reset':
      return {
        subject: `Đặt lại mật khẩu ở ${company}`,
        text: `Chào ${person.name},\n\nMở liên kết này để đặt mật khẩu mới ở ${company}:\n\n${url}\n\n${foot}\n`,
      };
    default:
      return kind satisfies never;
  }
}
