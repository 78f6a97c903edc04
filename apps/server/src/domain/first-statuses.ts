/** How far somebody has come with a customer: the statuses that a company begins with, in their order. */
export const firstStatuses = [
  { name: 'Mới', group: 'Chưa liên hệ', colour: '#2563eb', final: false },
  { name: 'Đang tư vấn', group: 'Đang theo đuổi', colour: '#ca8a04', final: false },
  { name: 'Hẹn gọi lại', group: 'Đang theo đuổi', colour: '#9333ea', final: false },
  { name: 'Đã mua', group: 'Kết thúc', colour: '#15803d', final: true },
  { name: 'Không có nhu cầu', group: 'Kết thúc', colour: '#64748b', final: true },
].map((status, place) => ({ ...status, position: place + 1 }));
