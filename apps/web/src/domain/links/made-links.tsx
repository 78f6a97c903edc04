import type { Endpoint } from '@alo/contract';
import { Button, IconLink, Menu, Quiet } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { CopyField } from '../../resource/page/copy-field.tsx';
import formStyles from '../../resource/page/form-parts.module.css';
import styles from './made-links.module.css';

/** The links that there are, as the server lists them: read anew once one is made or withdrawn. */
type Listed = Pick<Endpoint, 'base' | 'path'>;

/** Makes a link that opens without signing in, for so many days; its address is shown this once. Around the button stands `children`. */
export function MakeLink({
  goodFor,
  verb = 'Mở',
  make,
  listed,
  size = 'md',
  disabled = false,
  children,
}: {
  goodFor: readonly number[];
  verb?: 'Mở' | 'Nghe';
  make: (days: number) => Promise<{ readonly url: string }>;
  listed: Listed;
  size?: ComponentProps<typeof Button>['size'];
  disabled?: boolean;
  children?: ReactNode;
}) {
  const { toasts } = useConsole();
  const invalidate = useInvalidate();
  const [url, setUrl] = useState<string>();
  const making = useMutation({
    mutationFn: make,
    onSuccess: (made) => setUrl(made.url),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(listed),
  });
  return (
    <>
      {url !== undefined && (
        <>
          <CopyField label="Liên kết" value={url} />
          <Quiet>Chép ngay: liên kết chỉ hiện lần này.</Quiet>
        </>
      )}
      {children}
      <Menu
        entries={goodFor.map((days) => ({
          key: String(days),
          label: `${verb} được trong ${days} ngày`,
          onSelect: () => making.mutate(days),
        }))}
      >
        <Button size={size} icon={<IconLink aria-hidden />} busy={making.isPending} disabled={disabled}>
          Tạo liên kết
        </Button>
      </Menu>
    </>
  );
}

/** Links that were made, one a line; nothing where there are none. */
export const MadeLinks = ({ label, children }: { label: string; children: readonly ReactNode[] }) =>
  children.length > 0 && (
    <ul className={formStyles.rows} aria-label={label}>
      {children}
    </ul>
  );

/** One of them: what it is called, what is known of it, and its end where it can be withdrawn. */
export function MadeLink({
  name,
  about,
  state,
  withdraw,
  listed,
}: {
  name: string;
  about: readonly string[];
  state?: ReactNode;
  withdraw?: (() => Promise<unknown>) | undefined;
  listed: Listed;
}) {
  const { toasts } = useConsole();
  const invalidate = useInvalidate();
  const withdrawing = useMutation({
    mutationFn: async () => withdraw?.(),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(listed),
  });
  return (
    <li>
      <span className={styles.about}>
        {name}
        {about.map((line) => (
          <Quiet key={line} as="span">
            {line}
          </Quiet>
        ))}
      </span>
      {state}
      {withdraw !== undefined && (
        <Button
          size="sm"
          look="quiet"
          busy={withdrawing.isPending}
          aria-label={`Thu hồi ${name}`}
          onClick={() => withdrawing.mutate()}
        >
          Thu hồi
        </Button>
      )}
    </li>
  );
}
