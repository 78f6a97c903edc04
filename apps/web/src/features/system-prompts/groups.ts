const words = 'system/vi/say/';

/** Where a prompt stands on the page, told by its key. */
const parts = [
  { title: 'Chào và báo', of: (key: string) => !key.startsWith(words) },
  {
    title: 'Mã tính năng',
    of: named(
      /^(own-number|unknown|not-|nothing|no-last|do-not|forward|queue-(joined|left|paused|resumed|none)|day-mode|night-mode|clock-mode|now-is)/,
    ),
  },
  { title: 'Hộp thư thoại', of: named(/^(box-|no-box|goodbye)/) },
  { title: 'Hàng đợi và gọi lại', of: named(/^(queue-|callback-|position)/) },
  { title: 'Mã xác thực', of: named(/^otp/) },
  { title: 'Số, giờ và ngày', of: () => true },
] as const;

function named(pattern: RegExp) {
  return (key: string) => key.startsWith(words) && pattern.test(key.slice(words.length));
}

/** Prompts by what they are for, each in the first part that it fits. */
export function promptsInParts<Prompt extends { readonly key: string }>(
  prompts: readonly Prompt[],
): readonly { readonly title: string; readonly prompts: readonly Prompt[] }[] {
  const byTitle = Map.groupBy(prompts, ({ key }) => parts.find(({ of }) => of(key))?.title);
  return parts.map(({ title }) => ({ title, prompts: byTitle.get(title) ?? [] }));
}
