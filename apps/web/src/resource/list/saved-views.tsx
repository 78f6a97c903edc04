import { deleteView, type SavedView, savedViews } from '@alo/contract';
import { Button, IconBookmark, IconButton, IconTrash, IconUsers, Popover, Skeleton } from '@alo/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { readSearch, writeSearch } from '../../kit/url/search.ts';
import styles from './saved-views.module.css';

/** For who keeps a view. */
const SaveForm = lazy(() => import('./save-view-form.tsx'));

/** Views of a list: one's own and the team's, each a link; and a place to keep what the list shows now. */
export function SavedViews({ list, address }: { list: string; address: string }) {
  const read = useRead();
  const queries = useQueryClient();
  const { api, toasts } = useConsole();
  const wanted = read(savedViews, { query: { list } });
  const { data } = useQuery({ ...wanted, staleTime: 60_000 });
  const views = data?.data ?? [];
  const current = views.find((view) => view.address === address && address !== '');
  const remove = useMutation({
    mutationFn: ({ id }: SavedView) => api(deleteView, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: wanted.queryKey }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });

  return (
    <Popover
      label="Chế độ xem đã lưu"
      width={300}
      target={(open) => (
        <Button icon={<IconBookmark aria-hidden />} className={styles.open} {...open}>
          <span>{current?.name ?? 'Chế độ xem'}</span>
        </Button>
      )}
    >
      {(close) => (
        <>
          {views.length > 0 && (
            <ul className={styles.views}>
              {views.map((view) => (
                <li key={view.id} data-current={view.id === current?.id || undefined}>
                  <Link to="." search={readSearch(view.address)} onClick={close}>
                    {view.name}
                    {view.shared && (
                      <>
                        <IconUsers size={14} aria-hidden />
                        <span className="alo-unseen">, của nhóm</span>
                      </>
                    )}
                  </Link>
                  {view.mine && (
                    <IconButton size="sm" label={`Xoá chế độ xem ${view.name}`} onClick={() => remove.mutate(view)}>
                      <IconTrash aria-hidden />
                    </IconButton>
                  )}
                </li>
              ))}
            </ul>
          )}
          {address === '' ? (
            <p className={styles.hint}>Lọc, tìm, sắp xếp hoặc chọn cột trước, rồi lưu lại ở đây để mở nhanh lần sau.</p>
          ) : (
            <Suspense fallback={<Skeleton width="100%" height={110} />}>
              <SaveForm
                list={list}
                address={address}
                onSaved={() => {
                  void queries.invalidateQueries({ queryKey: wanted.queryKey });
                  close();
                }}
              />
            </Suspense>
          )}
        </>
      )}
    </Popover>
  );
}

/** What of a list's state is kept in a view: everything but the page and the row that stands open. */
export const viewAddress = (search: Record<string, string>): string =>
  writeSearch({ ...search, page: undefined, id: undefined }).slice(1);
